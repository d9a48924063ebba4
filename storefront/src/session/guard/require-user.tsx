// Guards screens that need a user: a visitor goes to /login, and back to the same address afterwards.
import { type ReactNode, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { hasLoggedOut } from "#app/session/logout.ts";
import { type Session, useSession } from "#app/session/session.ts";
import type { RedirectState } from "./redirect.ts";

export function RequireUser({ children }: { children: (session: Session) => ReactNode }) {
  const session = useSession();
  const [hadSession] = useState(session !== null);
  const { pathname, search } = useLocation();
  if (session) return children(session);
  // A logout on this screen already navigates home; /login must not replace that.
  if (hadSession && hasLoggedOut()) return null;
  const state: RedirectState = { redirect: pathname + search };
  return <Navigate to={paths.login} replace state={state} />;
}

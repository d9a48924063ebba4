// Screens that need a person: a visitor goes to /login and comes back to the same address after it.
import { type ReactNode, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { paths } from "#app/paths.ts";
import { leftByHand } from "./logout.ts";
import type { RedirectState } from "./redirect.ts";
import { type Session, useSession } from "./session.ts";

export function RequireUser({ children }: { children: (session: Session) => ReactNode }) {
  const session = useSession();
  const [had] = useState(session !== null);
  const { pathname, search } = useLocation();
  if (session) return children(session);
  // Whoever logged out on this screen goes home; a way to /login must not cross that.
  if (had && leftByHand()) return null;
  const state: RedirectState = { redirect: pathname + search };
  return <Navigate to={paths.login} replace state={state} />;
}

// Screens that need a person: a visitor goes to /login and comes back to the same address after it.
import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { paths } from "#app/paths.ts";
import type { RedirectState } from "./redirect.ts";
import { type Session, useSession } from "./session.ts";

export function RequireUser({ children }: { children: (session: Session) => ReactNode }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session) return children(session);
  const state: RedirectState = { redirect: pathname + search };
  return <Navigate to={paths.login} replace state={state} />;
}

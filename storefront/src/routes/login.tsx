// /login. A logged-in user goes home.
import { replace } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { getSession } from "#app/session/session.ts";

export { LoginForm as Component, loginAction as action } from "#app/features/auth/login.tsx";

export function loader() {
  return getSession() ? replace(paths.home) : null;
}

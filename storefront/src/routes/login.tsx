// /login. A logged-in user goes home.
import { replace } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { LoginForm } from "#app/features/auth/login-form.tsx";
import { getSession } from "#app/session/session.ts";

export { loginAction as action } from "#app/features/auth/login-action.ts";
export { LoginForm as Component };

export function loader() {
  return getSession() ? replace(paths.home) : null;
}

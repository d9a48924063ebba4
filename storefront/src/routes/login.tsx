// /login. Someone who is logged in already has nothing to do here.
import { replace } from "react-router";
import { LoginForm } from "#app/features/auth/login-form.tsx";
import { getSession } from "#app/features/auth/session.ts";
import { paths } from "#app/paths.ts";

export { loginAction as action } from "#app/features/auth/login-action.ts";
export { LoginForm as Component };

export function loader() {
  return getSession() ? replace(paths.home) : null;
}

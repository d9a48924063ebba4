// /registreerumine
import { replace } from "react-router";
import { RegisterForm } from "#app/features/auth/register-form.tsx";
import { getSession } from "#app/features/auth/session.ts";
import { paths } from "#app/paths.ts";

export { registerAction as action } from "#app/features/auth/register-action.ts";
export { RegisterForm as Component };

export function loader() {
  return getSession() ? replace(paths.home) : null;
}

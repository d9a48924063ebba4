// /registreerumine
import { replace } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { RegisterForm } from "#app/features/auth/register-form.tsx";
import { getSession } from "#app/session/session.ts";

export { registerAction as action } from "#app/features/auth/register-action.ts";
export { RegisterForm as Component };

export function loader() {
  return getSession() ? replace(paths.home) : null;
}

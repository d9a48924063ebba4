import { replace } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { getSession } from "#app/session/session.ts";

export {
  RegisterForm as Component,
  registerAction as action,
} from "#app/features/auth/register.tsx";

export function loader() {
  return getSession() ? replace(paths.home) : null;
}

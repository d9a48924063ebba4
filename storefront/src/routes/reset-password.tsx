// /reset-password/{token}: takes the token out of the address bar before anything is shown.
import { type LoaderFunctionArgs, replace } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { resetToken } from "#app/features/auth/link-token.ts";

export { ResetForm as Component, resetAction as action } from "#app/features/auth/reset.tsx";

/** Replaces the token in the address; no token is this short. */
const PLACEHOLDER = "uus";

export function loader({ params }: LoaderFunctionArgs) {
  const { token } = params;
  if (!token || token === PLACEHOLDER) return null;
  resetToken.set(token);
  return replace(paths.resetPassword(PLACEHOLDER));
}

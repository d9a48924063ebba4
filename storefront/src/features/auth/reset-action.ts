// The action that sets a new password.
import { replace } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { isApiError } from "#app/api/errors.ts";
import { resetStrings } from "#app/et/screens/reset.ts";
import { toast } from "#app/kit/toast.tsx";
import { setSession } from "#app/session/session.ts";
import { resetPassword } from "./api.ts";
import { failed, type Outcome, refused } from "./form-result.ts";
import { resetToken } from "./link-token.ts";
import { check, resetForm, serverErrors } from "./validation.ts";

const text = resetStrings;

export async function resetAction({ request }: { request: Request }): Outcome {
  const { values, errors } = check(resetForm, await request.formData());
  if (errors) return failed(errors);
  try {
    setSession(await resetPassword(resetToken.get() ?? "", values.password));
  } catch (error) {
    const named = isApiError(error, 422) ? serverErrors(error.problem.errors, ["password"]) : null;
    if (named) return failed(named);
    if (isApiError(error) && error.code === "token-invalid") {
      toast(`${text.passwordChangeFailed} ${text.resetLinkExpired}`, { kind: "danger" });
      return failed();
    }
    return refused(text.passwordChangeFailed, error);
  }
  resetToken.set(null);
  toast(text.passwordChanged, { kind: "success" });
  return replace(paths.home);
}

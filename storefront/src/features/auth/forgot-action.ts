// The action that sends the email with the reset link.
import { replace } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { resetStrings } from "#app/et/screens/reset.ts";
import { toast } from "#app/kit/toast.tsx";
import { forgotPassword } from "./api.ts";
import { failed, type Outcome, refused } from "./form-result.ts";
import { check, forgotForm } from "./validation.ts";

const text = resetStrings;

export async function forgotAction({ request }: { request: Request }): Outcome {
  const { values, errors } = check(forgotForm, await request.formData());
  if (errors) return failed(errors);
  try {
    await forgotPassword(values.email);
  } catch (error) {
    return refused(text.linkFailed, error);
  }
  toast(text.linkSent, { kind: "success" });
  return replace(paths.home);
}

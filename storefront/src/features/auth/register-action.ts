// Sending the registration form.
import { replace } from "react-router";
import { isApiError } from "#app/api/errors.ts";
import { authStrings } from "#app/et/auth.ts";
import { toast } from "#app/kit/toast.tsx";
import { paths } from "#app/paths.ts";
import { register } from "./api.ts";
import { failed, type Outcome, refused } from "./form-result.ts";
import { setSession } from "./session.ts";
import { noteTrialWish } from "./trial-wish.ts";
import { check, registerForm, serverErrors } from "./validation.ts";

const text = authStrings;

export async function registerAction({ request }: { request: Request }): Outcome {
  const form = await request.formData();
  const { values, errors } = check(registerForm, form);
  if (errors) return failed(errors);
  const { email, firstName, lastName, password } = values;
  const trial = noteTrialWish(form.get("redirect"));
  try {
    setSession(await register({ email, firstName, lastName, password, ...(trial && { trial }) }));
  } catch (error) {
    if (isApiError(error, 409)) return failed({ email: text.emailInUse });
    const named = isApiError(error, 422)
      ? serverErrors(error.problem.errors, ["email", "firstName", "lastName", "password"])
      : null;
    return named ? failed(named) : refused(text.registerFailed, error);
  }
  toast(text.registered, { kind: "success" });
  return replace(paths.home);
}

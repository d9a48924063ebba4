// The action of the registration form.
import { replace } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { isApiError } from "#app/api/errors.ts";
import { authStrings } from "#app/et/screens/auth.ts";
import { toast } from "#app/kit/toast.tsx";
import { rememberTrialIntent } from "#app/session/guard/trial-intent.ts";
import { setSession } from "#app/session/session.ts";
import { register } from "./api.ts";
import { failed, type Outcome, refused } from "./form-result.ts";
import { check, registerForm, serverErrors } from "./validation.ts";

const text = authStrings;

export async function registerAction({ request }: { request: Request }): Outcome {
  const form = await request.formData();
  const { values, errors } = check(registerForm, form);
  if (errors) return failed(errors);
  const { email, firstName, lastName, password } = values;
  const trial = rememberTrialIntent(form.get("redirect"));
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

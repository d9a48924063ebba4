// What the account forms do when sent: check, call, tell, and where to go. Route actions.
import { replace } from "react-router";
import { isApiError } from "#app/api/errors.ts";
import { authStrings } from "#app/et/auth.ts";
import { toast } from "#app/kit/toast.tsx";
import { paths } from "#app/paths.ts";
import { forgotPassword, login, register, resetPassword } from "./api.ts";
import { failureText } from "./failure.ts";
import { type FormResult, failed } from "./form-result.ts";
import { forgetLinkToken, linkToken } from "./link-token.ts";
import { ownPath } from "./redirect.ts";
import { setSession } from "./session.ts";
import { checkForgot, checkLogin, checkRegister, checkReset, serverErrors } from "./validation.ts";

const text = authStrings;

type Outcome = Promise<FormResult | Response>;

function fail(message: string, error: unknown): FormResult {
  if (!isApiError(error)) throw error;
  toast(failureText(message, error), { kind: "danger" });
  return failed();
}

export async function loginAction({ request }: { request: Request }): Outcome {
  const form = await request.formData();
  const { values, errors } = checkLogin(form);
  if (errors) return failed(errors);
  try {
    setSession(await login(values.email, values.password));
  } catch (error) {
    return fail(text.loginFailed, error);
  }
  return replace(ownPath(form.get("redirect")));
}

export async function registerAction({ request }: { request: Request }): Outcome {
  const { values, errors } = checkRegister(await request.formData());
  if (errors) return failed(errors);
  const { email, firstName, lastName, password } = values;
  try {
    setSession(await register({ email, firstName, lastName, password }));
  } catch (error) {
    if (isApiError(error, 409)) return failed({ email: text.emailInUse });
    const named = isApiError(error, 422)
      ? serverErrors(error.problem.errors, ["email", "firstName", "lastName", "password"])
      : null;
    return named ? failed(named) : fail(text.registerFailed, error);
  }
  toast(text.registered, { kind: "success" });
  return replace(paths.home);
}

export async function forgotAction({ request }: { request: Request }): Outcome {
  const { values, errors } = checkForgot(await request.formData());
  if (errors) return failed(errors);
  try {
    await forgotPassword(values.email);
  } catch (error) {
    return fail(text.linkFailed, error);
  }
  toast(text.linkSent, { kind: "success" });
  return replace(paths.home);
}

export async function resetAction({ request }: { request: Request }): Outcome {
  const { values, errors } = checkReset(await request.formData());
  if (errors) return failed(errors);
  try {
    setSession(await resetPassword(linkToken("reset") ?? "", values.password));
  } catch (error) {
    const named = isApiError(error, 422) ? serverErrors(error.problem.errors, ["password"]) : null;
    if (named) return failed(named);
    if (isApiError(error) && error.code === "token-invalid") {
      toast(`${text.passwordChangeFailed} ${text.resetLinkDead}`, { kind: "danger" });
      return failed();
    }
    return fail(text.passwordChangeFailed, error);
  }
  forgetLinkToken("reset");
  toast(text.passwordChanged, { kind: "success" });
  return replace(paths.home);
}

// Sending the login form.
import { replace } from "react-router";
import { track } from "#app/api/track.ts";
import { authStrings } from "#app/et/auth.ts";
import { login } from "./api.ts";
import { failed, type Outcome, refused } from "./form-result.ts";
import { ownPath } from "./redirect.ts";
import { setSession } from "./session.ts";
import { check, loginForm } from "./validation.ts";

const text = authStrings;

export async function loginAction({ request }: { request: Request }): Outcome {
  const form = await request.formData();
  const { values, errors } = check(loginForm, form);
  if (errors) return failed(errors);
  try {
    setSession(await login(values.email, values.password));
  } catch (error) {
    return refused(text.loginFailed, error);
  }
  track("login");
  return replace(ownPath(form.get("redirect")));
}

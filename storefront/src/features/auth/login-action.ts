// The action of the login form.
import { replace } from "react-router";
import { track } from "#app/api/track.ts";
import { authStrings } from "#app/et/screens/auth.ts";
import { ownPath } from "#app/session/guard/redirect.ts";
import { setSession } from "#app/session/session.ts";
import { logIn } from "./api.ts";
import { failed, type Outcome, refused } from "./form-result.ts";
import { check, loginForm } from "./validation.ts";

const text = authStrings;

export async function loginAction({ request }: { request: Request }): Outcome {
  const form = await request.formData();
  const { values, errors } = check(loginForm, form);
  if (errors) return failed(errors);
  try {
    setSession(await logIn(values.email, values.password));
  } catch (error) {
    return refused(text.loginFailed, error);
  }
  track("login");
  return replace(ownPath(form.get("redirect")));
}

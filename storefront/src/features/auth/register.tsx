import { Link, useLocation } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { api } from "#app/api/client.ts";
import { authStrings as text } from "#app/et/screens/auth.ts";
import { shared } from "#app/et/strings.ts";
import { Checkbox, Field } from "#app/kit/form/field.tsx";
import type { RedirectState } from "#app/session/guard/redirect.ts";
import { rememberTrialIntent } from "#app/session/guard/trial-intent.ts";
import { setSession } from "#app/session/session.ts";
import { AuthForm, Password } from "./auth-form.tsx";
import { EmailField } from "./email-field.tsx";
import { submitForm } from "./form-action.ts";
import { registerForm } from "./validation.ts";

const labels = {
  firstName: text.firstName,
  lastName: text.lastName,
  email: text.email,
  password: text.password,
  repeat: text.repeatPassword,
  terms: text.terms,
};

export const registerAction = ({ request }: { request: Request }) =>
  submitForm(
    request,
    registerForm,
    async ({ email, firstName, lastName, password }, form) => {
      const trial = rememberTrialIntent(form.get("redirect")) && { trial: true };
      const body = { email, firstName, lastName, password, ...trial };
      setSession(await api("POST /register", { body }));
    },
    {
      success: text.registered,
      failure: ({ status }) => (status === 409 ? { email: text.emailInUse } : text.registerFailed),
    },
  );

export function RegisterForm() {
  const { state } = useLocation();
  const target = (state as RedirectState | null)?.redirect ?? "";
  return (
    <AuthForm
      name="register"
      title={shared.createAccount}
      lead={text.registerLead}
      labels={labels}
      fields={(field) => (
        <>
          <input type="hidden" name="redirect" value={target} />
          <div className="auth__pair">
            <Field {...field("firstName")} autoComplete="given-name" />
            <Field {...field("lastName")} autoComplete="family-name" />
          </div>
          <EmailField {...field("email")} suggest />
          <Password {...field("password")} hint={text.passwordHint} />
          <Password {...field("repeat")} />
          <Checkbox
            {...field("terms")}
            label={
              <>
                {text.termsBefore}
                <Link to={paths.terms} target="_blank">
                  {text.termsLink}
                </Link>
              </>
            }
          />
        </>
      )}
      button={shared.createAccount}
      pendingButton={text.creatingAccount}
    >
      <p className="auth__other muted">
        {text.haveAccount}{" "}
        <Link to={paths.login} state={state}>
          {shared.logIn}
        </Link>
      </p>
    </AuthForm>
  );
}

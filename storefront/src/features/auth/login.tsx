import { Link, useLocation } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { api } from "#app/api/client.ts";
import { track } from "#app/api/track.ts";
import { authStrings as text } from "#app/et/screens/auth.ts";
import { shared } from "#app/et/strings.ts";
import { ownPath, redirectOf } from "#app/session/guard/redirect.ts";
import { setSession } from "#app/session/session.ts";
import { AuthForm, Password } from "./auth-form.tsx";
import { EmailField } from "./email-field.tsx";
import { submitForm } from "./form-action.ts";
import { loginForm } from "./validation.ts";

export const loginAction = ({ request }: { request: Request }) =>
  submitForm(
    request,
    loginForm,
    async ({ email, password }) => {
      setSession(await api("POST /login", { body: { email, password } }));
      track("login");
    },
    { failure: () => text.loginFailed },
    (form) => ownPath(form.get("redirect")),
  );

export function LoginForm() {
  const { state } = useLocation();
  return (
    <AuthForm
      name="login"
      title={shared.logIn}
      lead={text.loginLead}
      labels={{ email: text.email, password: text.password }}
      fields={(field) => (
        <>
          <input type="hidden" name="redirect" value={redirectOf(state)} />
          <EmailField {...field("email")} />
          <Password {...field("password")} autoComplete="current-password" />
        </>
      )}
      button={shared.logIn}
      pendingButton={text.loggingIn}
    >
      <p className="auth__aside">
        <Link to={paths.forgotPassword}>{text.forgotLink}</Link>
      </p>
      <p className="auth__other muted">
        {text.noAccount}{" "}
        <Link to={paths.register} state={state}>
          {shared.createAccount}
        </Link>
      </p>
    </AuthForm>
  );
}

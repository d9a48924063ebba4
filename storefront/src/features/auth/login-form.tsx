// /login: email and password. Success leads to the requested screen.
import { Form, Link, useLocation } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { authStrings } from "#app/et/screens/auth.ts";
import { shared } from "#app/et/strings.ts";
import { Button } from "#app/kit/button.tsx";
import { redirectOf } from "#app/session/guard/redirect.ts";
import { AuthPage } from "./auth-page.tsx";
import { EmailField } from "./email-field.tsx";
import { FormErrors, Password } from "./form-parts.tsx";
import { useForm } from "./form-result.ts";

const text = authStrings;
const labels = { email: text.email, password: text.password };

export function LoginForm() {
  const { state } = useLocation();
  const { pending, errors, attempt } = useForm();
  return (
    <AuthPage title={shared.logIn} lead={text.loginLead}>
      {/* Passes the state on: a failed attempt is a navigation too and would lose the target. */}
      <Form method="post" className="auth__form" noValidate state={state}>
        <FormErrors prefix="login" labels={labels} errors={errors} attempt={attempt} />
        <input type="hidden" name="redirect" value={redirectOf(state)} />
        <EmailField id="login-email" error={errors.email} />
        <Password
          id="login-password"
          autoComplete="current-password"
          label={text.password}
          error={errors.password}
        />
        <Button type="submit" look="primary" size="large" wide pending={pending}>
          {pending ? text.loggingIn : shared.logIn}
        </Button>
        <p className="auth__aside">
          <Link to={paths.forgotPassword}>{text.forgotLink}</Link>
        </p>
      </Form>
      <p className="auth__other">
        {text.noAccount}{" "}
        <Link to={paths.register} state={state}>
          {shared.createAccount}
        </Link>
      </p>
    </AuthPage>
  );
}

// /registreerumine: a new account.
import { Form, Link, useLocation } from "react-router";
import { authStrings } from "#app/et/auth.ts";
import { Button } from "#app/kit/button.tsx";
import { Checkbox, Field, PasswordField } from "#app/kit/field.tsx";
import { paths } from "#app/paths.ts";
import { AuthPage } from "./auth-page.tsx";
import { EmailField } from "./email-field.tsx";
import { FormErrors, passwordLabels } from "./form-parts.tsx";
import { useForm } from "./form-result.ts";
import type { RedirectState } from "./redirect.ts";

const text = authStrings;
const labels = {
  firstName: text.firstName,
  lastName: text.lastName,
  email: text.email,
  password: text.password,
  repeat: text.repeatPassword,
  terms: text.terms,
};

export function RegisterForm() {
  const { state } = useLocation();
  const { pending, errors, attempt } = useForm();
  return (
    <AuthPage title={text.createAccount} lead={text.registerLead}>
      <Form method="post" className="auth__form" noValidate state={state}>
        <FormErrors prefix="register" labels={labels} errors={errors} attempt={attempt} />
        <input
          type="hidden"
          name="redirect"
          value={(state as RedirectState | null)?.redirect ?? ""}
        />
        <div className="auth__pair">
          <Field
            id="register-firstName"
            name="firstName"
            autoComplete="given-name"
            label={text.firstName}
            error={errors.firstName}
          />
          <Field
            id="register-lastName"
            name="lastName"
            autoComplete="family-name"
            label={text.lastName}
            error={errors.lastName}
          />
        </div>
        <EmailField id="register-email" error={errors.email} suggest />
        <PasswordField
          id="register-password"
          name="password"
          autoComplete="new-password"
          icon="lock"
          label={text.password}
          hint={text.passwordHint}
          labels={passwordLabels}
          error={errors.password}
        />
        <PasswordField
          id="register-repeat"
          name="repeat"
          autoComplete="new-password"
          icon="lock"
          label={text.repeatPassword}
          labels={passwordLabels}
          error={errors.repeat}
        />
        <Checkbox
          id="register-terms"
          name="terms"
          error={errors.terms}
          label={
            <>
              {text.termsBefore}
              <Link to={paths.terms} target="_blank">
                {text.termsLink}
              </Link>
            </>
          }
        />
        <Button type="submit" look="primary" size="large" wide pending={pending}>
          {pending ? text.creatingAccount : text.createAccount}
        </Button>
      </Form>
      <p className="auth__other">
        {text.haveAccount}{" "}
        <Link to={paths.login} state={state}>
          {text.logIn}
        </Link>
      </p>
    </AuthPage>
  );
}

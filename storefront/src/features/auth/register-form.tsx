// /registreerumine: a new account.
import { Form, Link, useLocation } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { authStrings } from "#app/et/screens/auth.ts";
import { shared } from "#app/et/strings.ts";
import { Button } from "#app/kit/button.tsx";
import { Checkbox, Field } from "#app/kit/form/field.tsx";
import type { RedirectState } from "#app/session/guard/redirect.ts";
import { AuthPage } from "./auth-page.tsx";
import { EmailField } from "./email-field.tsx";
import { FormErrors, Password } from "./form-parts.tsx";
import { useForm } from "./form-result.ts";

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
    <AuthPage title={shared.createAccount} lead={text.registerLead}>
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
        <Password
          id="register-password"
          label={text.password}
          hint={text.passwordHint}
          error={errors.password}
        />
        <Password
          id="register-repeat"
          name="repeat"
          label={text.repeatPassword}
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
          {pending ? text.creatingAccount : shared.createAccount}
        </Button>
      </Form>
      <p className="auth__other">
        {text.haveAccount}{" "}
        <Link to={paths.login} state={state}>
          {shared.logIn}
        </Link>
      </p>
    </AuthPage>
  );
}

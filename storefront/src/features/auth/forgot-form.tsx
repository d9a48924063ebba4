// /unustasid-parooli: sends an email with the reset link.
import { Form, Link } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { authStrings } from "#app/et/screens/auth.ts";
import { resetStrings } from "#app/et/screens/reset.ts";
import { Button } from "#app/kit/button.tsx";
import { AuthPage } from "./auth-page.tsx";
import { EmailField } from "./email-field.tsx";
import { FormErrors } from "./form-parts.tsx";
import { useForm } from "./form-result.ts";

const text = resetStrings;
const labels = { email: authStrings.email };

export function ForgotForm() {
  const { pending, errors, attempt } = useForm();
  return (
    <AuthPage title={text.forgotTitle} lead={text.forgotLead}>
      <Form method="post" className="auth__form" noValidate>
        <FormErrors prefix="forgot" labels={labels} errors={errors} attempt={attempt} />
        <EmailField id="forgot-email" error={errors.email} />
        <Button type="submit" look="primary" size="large" wide pending={pending}>
          {pending ? text.sendingLink : text.sendLink}
        </Button>
      </Form>
      <p className="auth__other">
        <Link to={paths.login}>{text.backToLogin}</Link>
      </p>
    </AuthPage>
  );
}

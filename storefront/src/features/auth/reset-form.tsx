// /reset-password/{token}: a new password by the mailed link.
import { Form, Link } from "react-router";
import { authStrings } from "#app/et/auth.ts";
import { resetStrings } from "#app/et/reset.ts";
import { Button } from "#app/kit/button.tsx";
import { PasswordField } from "#app/kit/field.tsx";
import { paths } from "#app/paths.ts";
import { AuthPage } from "./auth-page.tsx";
import { FormErrors, passwordLabels } from "./form-parts.tsx";
import { useForm } from "./form-result.ts";

const text = resetStrings;
const labels = { password: text.newPassword, repeat: text.repeatNewPassword };

export function ResetForm() {
  const { pending, errors, attempt } = useForm();
  return (
    <AuthPage title={text.resetTitle} lead={text.resetLead} noReferrer>
      <Form method="post" className="auth__form" noValidate>
        <FormErrors prefix="reset" labels={labels} errors={errors} attempt={attempt} />
        <PasswordField
          id="reset-password"
          name="password"
          autoComplete="new-password"
          icon="lock"
          label={text.newPassword}
          hint={authStrings.passwordHint}
          labels={passwordLabels}
          error={errors.password}
        />
        <PasswordField
          id="reset-repeat"
          name="repeat"
          autoComplete="new-password"
          icon="lock"
          label={text.repeatNewPassword}
          labels={passwordLabels}
          error={errors.repeat}
        />
        <Button type="submit" look="primary" size="large" wide pending={pending}>
          {pending ? text.changingPassword : text.changePassword}
        </Button>
      </Form>
      <p className="auth__other">
        <Link to={paths.forgotPassword}>{text.newLink}</Link>
      </p>
    </AuthPage>
  );
}

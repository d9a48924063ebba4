// /reset-password/{token}: sets a new password with the link from the email.
import { Form, Link } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { authStrings } from "#app/et/screens/auth.ts";
import { resetStrings } from "#app/et/screens/reset.ts";
import { Button } from "#app/kit/button.tsx";
import { AuthPage } from "./auth-page.tsx";
import { FormErrors, Password } from "./form-parts.tsx";
import { useForm } from "./form-result.ts";

const text = resetStrings;
const labels = { password: text.newPassword, repeat: text.repeatNewPassword };

export function ResetForm() {
  const { pending, errors, attempt } = useForm();
  return (
    <AuthPage title={text.resetTitle} lead={text.resetLead} noReferrer>
      <Form method="post" className="auth__form" noValidate>
        <FormErrors prefix="reset" labels={labels} errors={errors} attempt={attempt} />
        <Password
          id="reset-password"
          label={text.newPassword}
          hint={authStrings.passwordHint}
          error={errors.password}
        />
        <Password
          id="reset-repeat"
          name="repeat"
          label={text.repeatNewPassword}
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

import { Link } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { api } from "#app/api/client.ts";
import { authStrings } from "#app/et/screens/auth.ts";
import { resetStrings as text } from "#app/et/screens/reset.ts";
import { AuthForm } from "./auth-form.tsx";
import { EmailField } from "./email-field.tsx";
import { submitForm } from "./form-action.ts";
import { forgotForm } from "./validation.ts";

export const forgotAction = ({ request }: { request: Request }) =>
  submitForm(request, forgotForm, (body) => api("POST /forgot-password", { body }), {
    success: text.linkSent,
    failure: () => text.linkFailed,
  });

export function ForgotForm() {
  return (
    <AuthForm
      name="forgot"
      title={authStrings.forgotLink}
      lead={text.forgotLead}
      labels={{ email: authStrings.email }}
      fields={(field) => <EmailField {...field("email")} />}
      button={text.sendLink}
      pendingButton={text.sendingLink}
    >
      <p className="auth__other muted">
        <Link to={paths.login}>{text.backToLogin}</Link>
      </p>
    </AuthForm>
  );
}

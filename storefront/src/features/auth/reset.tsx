import { Link } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { api } from "#app/api/client.ts";
import { authStrings } from "#app/et/screens/auth.ts";
import { resetStrings as text } from "#app/et/screens/reset.ts";
import { setSession } from "#app/session/session.ts";
import { AuthForm, Password } from "./auth-form.tsx";
import { submitForm } from "./form-action.ts";
import { resetToken } from "./link-token.ts";
import { resetForm } from "./validation.ts";

export const resetAction = ({ request }: { request: Request }) =>
  submitForm(
    request,
    resetForm,
    async ({ password }) => {
      const token = resetToken.get() ?? "";
      // The server starts a new session and ends all others.
      setSession(await api("POST /reset-password", { body: { token, password } }));
      resetToken.set(null);
    },
    {
      success: text.passwordChanged,
      failure: ({ code }) =>
        code === "token-invalid"
          ? `${text.passwordChangeFailed} ${text.resetLinkExpired}`
          : text.passwordChangeFailed,
    },
  );

export function ResetForm() {
  return (
    <AuthForm
      name="reset"
      title={text.resetTitle}
      lead={text.resetLead}
      noReferrer
      labels={{ password: text.newPassword, repeat: text.repeatNewPassword }}
      fields={(field) => (
        <>
          <Password {...field("password")} hint={authStrings.passwordHint} />
          <Password {...field("repeat")} />
        </>
      )}
      button={text.changePassword}
      pendingButton={text.changingPassword}
    >
      <p className="auth__other muted">
        <Link to={paths.forgotPassword}>{text.newLink}</Link>
      </p>
    </AuthForm>
  );
}

import type { ComponentProps, ReactNode } from "react";
import { Form, useActionData, useLocation, useNavigation } from "react-router";
import { authStrings } from "#app/et/screens/auth.ts";
import { Button } from "#app/kit/button.tsx";
import { ErrorSummary } from "#app/kit/form/error-summary.tsx";
import { PasswordField } from "#app/kit/form/field.tsx";
import { AuthPage } from "./auth-page.tsx";
import type { FormResult } from "./form-action.ts";

type FieldProps = { id: string; name: string; label: string; error: string | undefined };

export function AuthForm<Name extends string>({
  name: form,
  labels,
  fields,
  button,
  pendingButton,
  children,
  ...page
}: {
  /** The ids of the fields are `${name}-${field}`. */
  name: string;
  /** Labels by field name, in the form's order. */
  labels: Record<Name, string>;
  fields: (field: (name: Name) => FieldProps) => ReactNode;
  button: string;
  pendingButton: string;
} & ComponentProps<typeof AuthPage>) {
  const { state } = useLocation();
  const { errors = {}, attempt } = (useActionData() ?? {}) as Partial<FormResult>;
  // True until the next screen is shown.
  const pending = useNavigation().formMethod === "POST";
  const field = (name: Name): FieldProps => ({
    id: `${form}-${name}`,
    name,
    label: labels[name],
    error: errors[name],
  });
  const wrong = (Object.keys(labels) as Name[]).map(field).filter(({ error }) => error);
  return (
    <AuthPage {...page}>
      {/* Passes the state on: a failed attempt is a navigation too and would lose the target. */}
      <Form method="post" className="auth__form" noValidate state={state}>
        <ErrorSummary
          title={authStrings.errorSummary}
          attempt={attempt}
          errors={wrong.map(({ id, label, error }) => ({ id, message: `${label}: ${error}` }))}
        />
        {fields(field)}
        <Button type="submit" look="primary" size="large" wide pending={pending}>
          {pending ? pendingButton : button}
        </Button>
      </Form>
      {children}
    </AuthPage>
  );
}

const passwordLabels = {
  show: authStrings.showPassword,
  hide: authStrings.hidePassword,
  shown: authStrings.passwordShown,
  hidden: authStrings.passwordHidden,
};

/** A new password, unless `autoComplete` says otherwise. */
export function Password(props: Omit<ComponentProps<typeof PasswordField>, "labels" | "icon">) {
  return (
    <PasswordField autoComplete="new-password" {...props} icon="lock" labels={passwordLabels} />
  );
}

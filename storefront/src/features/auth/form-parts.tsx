// Parts shared by the account forms.
import type { ComponentProps } from "react";
import { authStrings } from "#app/et/screens/auth.ts";
import { ErrorSummary } from "#app/kit/form/error-summary.tsx";
import { PasswordField } from "#app/kit/form/field.tsx";
import type { FieldErrors } from "./validation.ts";

const passwordLabels = {
  show: authStrings.showPassword,
  hide: authStrings.hidePassword,
  shown: authStrings.passwordShown,
  hidden: authStrings.passwordHidden,
};

/** A new password, unless `autoComplete` says otherwise. */
export function Password(props: Omit<ComponentProps<typeof PasswordField>, "labels" | "icon">) {
  return (
    <PasswordField
      name="password"
      autoComplete="new-password"
      {...props}
      icon="lock"
      labels={passwordLabels}
    />
  );
}

/** The ids of the form's fields are `${prefix}-${name}`. */
export function FormErrors({
  prefix,
  errors,
  labels,
  attempt,
}: {
  prefix: string;
  errors: FieldErrors;
  /** Labels by field name, in the form's order. */
  labels: Record<string, string>;
  attempt: number;
}) {
  return (
    <ErrorSummary
      title={authStrings.errorSummary}
      attempt={attempt}
      errors={Object.entries(labels)
        .filter(([name]) => errors[name])
        .map(([name, label]) => ({
          id: `${prefix}-${name}`,
          message: `${label}: ${errors[name]}`,
        }))}
    />
  );
}

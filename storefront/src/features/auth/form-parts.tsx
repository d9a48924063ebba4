// Pieces that every account form has.
import { strings } from "#app/et/strings.ts";
import { ErrorSummary } from "#app/kit/error-summary.tsx";
import type { FieldErrors } from "./validation.ts";

export const passwordLabels = {
  show: strings.common.showPassword,
  hide: strings.common.hidePassword,
  shown: strings.common.passwordShown,
  hidden: strings.common.passwordHidden,
};

/** `prefix` is what the ids of the form's fields begin with: `${prefix}-${name}`. */
export function FormErrors({
  prefix,
  errors,
  labels,
  attempt,
}: {
  prefix: string;
  errors: FieldErrors;
  /** Field name → its label, in the form's order. */
  labels: Record<string, string>;
  attempt: number;
}) {
  return (
    <ErrorSummary
      title={strings.common.errorSummary}
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

import { ErrorSummary } from "storefront/kit/form/error-summary.tsx";
import { strings } from "#app/et/strings.ts";
import type { OperatorForm } from "./use-operator-form.ts";

/** The id of a field's control. */
export const fieldId = (field: string): string => `op-${field}`;

/** All that is wrong with a form, above its fields. */
export function FormMessages({ form: { errors, failure, attempt } }: { form: OperatorForm }) {
  const list = Object.entries(errors).map(([field, message]) => ({ id: fieldId(field), message }));
  return (
    <>
      <ErrorSummary title={strings.common.errorSummary} errors={list} attempt={attempt} />
      {failure && (
        <p className="op-failure" role="alert" key={attempt}>
          {failure}
        </p>
      )}
    </>
  );
}

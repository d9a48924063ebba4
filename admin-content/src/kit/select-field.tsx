// A choice from a list with an error row.
import { type ComponentProps, useId } from "react";
import { Select } from "storefront/kit/form/select.tsx";

export function SelectField({
  error,
  id: given,
  ...rest
}: { error?: string | undefined } & ComponentProps<typeof Select>) {
  const made = useId();
  const id = given ?? made;
  return (
    <div>
      <Select
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      <p className="field__error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  );
}

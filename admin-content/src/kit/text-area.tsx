import { type ComponentProps, useId } from "react";
import { FieldFrame, fieldAttributes } from "storefront/kit/form/field.tsx";

type Props = { label: string; hint?: string; error?: string } & ComponentProps<"textarea">;

export function TextArea({ label, hint, error, id: given, className = "", ...rest }: Props) {
  const made = useId();
  const id = given ?? made;
  return (
    <FieldFrame {...{ id, label, hint, error }}>
      <textarea
        {...rest}
        {...fieldAttributes(id, { hint, error })}
        className={`field__input field__input--lines ${className}`}
      />
    </FieldFrame>
  );
}

// A field of several lines.
import { type ComponentProps, useId } from "react";
import { FieldFrame, fieldAttributes } from "./field.tsx";

export function TextArea({
  label,
  hint,
  error,
  id: given,
  ...rest
}: { label: string; hint?: string; error?: string | null } & ComponentProps<"textarea">) {
  const made = useId();
  const id = given ?? made;
  return (
    <FieldFrame {...{ id, label, hint, error }}>
      <textarea
        {...rest}
        {...fieldAttributes(id, { hint, error })}
        className="field__input field__input--lines"
      />
    </FieldFrame>
  );
}

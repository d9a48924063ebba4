// A text of several lines, in the look of the kit's fields.
import { type ComponentProps, useId } from "react";

type Props = {
  label: string;
  hint?: string;
  error?: string | undefined;
} & ComponentProps<"textarea">;

export function TextArea({ label, hint, error, id: given, className = "", ...rest }: Props) {
  const made = useId();
  const id = given ?? made;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={error ? "field field--error" : "field"}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <textarea
        {...rest}
        id={id}
        className={`field__input field__input--lines ${className}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
      <p className="field__error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  );
}

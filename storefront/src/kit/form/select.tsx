import { type ComponentProps, useId } from "react";
import { Icon } from "#app/kit/icon.tsx";

export function Select({
  label,
  options,
  error,
  id: given,
  ...rest
}: {
  label: string;
  options: { value: string; label: string }[];
  error?: string | null;
} & ComponentProps<"select">) {
  const made = useId();
  const id = given ?? made;
  return (
    <div className={error ? "select field--error" : "select"}>
      <label className="select__label" htmlFor={id}>
        {label}
      </label>
      <div className="select__box">
        <select
          {...rest}
          id={id}
          className="select__input"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" className="select__icon" />
      </div>
      {error && (
        <p className="field__error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

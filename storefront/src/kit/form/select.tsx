// A native choice from a list, with a label above it.
import { type ComponentProps, useId } from "react";
import { Icon } from "#app/kit/icon.tsx";

export function Select({
  label,
  options,
  id: given,
  ...rest
}: {
  label: string;
  options: { value: string; label: string }[];
} & ComponentProps<"select">) {
  const made = useId();
  const id = given ?? made;
  return (
    <div className="select">
      <label className="select__label" htmlFor={id}>
        {label}
      </label>
      <div className="select__box">
        <select {...rest} id={id} className="select__input">
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" className="select__icon" />
      </div>
    </div>
  );
}

// A labelled range input whose value is spoken in words.
import { useId } from "react";

export function Slider({
  label,
  value,
  valueText,
  spokenText = valueText,
  min,
  max,
  step,
  onChange,
  hideLabel = false,
  disabled = false,
}: {
  label: string;
  value: number;
  /** The value as people read it: "1,5×", "3 minutit". */
  valueText: string;
  /** The spoken value, if it differs: "1,5-kordne kiirus". */
  spokenText?: string;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
  /** Leaves label and value to screen readers. */
  hideLabel?: boolean;
  disabled?: boolean;
}) {
  const id = useId();
  return (
    <div className="range">
      <div className={hideLabel ? "visually-hidden" : "range__top"}>
        <label className="range__label" htmlFor={id}>
          {label}
        </label>
        <span className="range__value" aria-hidden="true">
          {valueText}
        </span>
      </div>
      <input
        id={id}
        className="range__input"
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={disabled}
        aria-valuetext={spokenText}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}

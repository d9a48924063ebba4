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
}) {
  const id = useId();
  return (
    <div className="range">
      <div className="range__top">
        <label className="range__label" htmlFor={id}>
          {label}
        </label>
        <span className="muted amount" aria-hidden="true">
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
        aria-valuetext={spokenText}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}

export function Choice<Value extends string>({
  name,
  legend,
  isLegendHidden = false,
  value,
  options,
  onChange,
}: {
  name: string;
  legend: string;
  isLegendHidden?: boolean;
  value: Value;
  options: { value: Value; label: string }[];
  onChange: (value: Value) => void;
}) {
  return (
    <fieldset className="desk-group">
      <legend className={isLegendHidden ? "visually-hidden" : "field__label"}>{legend}</legend>
      <div className="desk-choice">
        {options.map((option) => (
          <label key={option.value} className="desk-choice__option">
            <input
              type="radio"
              name={name}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

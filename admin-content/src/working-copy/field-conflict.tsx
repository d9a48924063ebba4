// Shown when another editor has saved the record: both values of each field that differs, and the choice between them.
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "storefront/kit/button.tsx";
import type { FieldTable, Name } from "./fields.ts";
import type { Choices, Conflict } from "./types.ts";

type Strings = Record<"title" | "text" | "keepMine" | "takeTheirs" | "submit", string>;

export function FieldConflict<Values extends object, Remote>({
  fields,
  conflict: { mine, theirs, overlaps },
  strings,
  show,
  onDone,
}: {
  fields: FieldTable<Values>;
  conflict: Conflict<Values, Remote>;
  strings: Strings;
  show: (name: Name<Values>, values: Values) => ReactNode;
  onDone: (choices: Choices<Values>) => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.focus(), []);
  // A field that the editor has not changed gets the other value, unless the editor chooses the own one.
  const usual = overlaps.map(({ name, both }) => [name, both ? "mine" : "theirs"]);
  const [choices, setChoices] = useState(Object.fromEntries(usual) as Choices<Values>);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onDone(choices);
  };
  return (
    <form
      className="desk-warning desk-merge"
      aria-labelledby="merge-title"
      tabIndex={-1}
      ref={form}
      onSubmit={submit}
    >
      <h2 id="merge-title">{strings.title}</h2>
      <p>{strings.text}</p>
      {overlaps.map(({ name }) => (
        <fieldset key={name} className="desk-group desk-merge__row">
          <legend className="desk-group__label">{fields[name].label}</legend>
          {(["mine", "theirs"] as const).map((side) => (
            <div key={side} className="desk-merge__side">
              <div className="checkbox">
                <input
                  className="checkbox__input"
                  type="radio"
                  id={`merge-${name}-${side}`}
                  name={`merge-${name}`}
                  checked={choices[name] === side}
                  aria-describedby={`merge-${name}-${side}-value`}
                  onChange={() => setChoices((now) => ({ ...now, [name]: side }))}
                />
                <label className="checkbox__label" htmlFor={`merge-${name}-${side}`}>
                  {side === "mine" ? strings.keepMine : strings.takeTheirs}
                </label>
              </div>
              <div className="desk-merge__value" id={`merge-${name}-${side}-value`}>
                {show(name, side === "mine" ? mine : theirs)}
              </div>
            </div>
          ))}
        </fieldset>
      ))}
      <Button type="submit" look="primary">
        {strings.submit}
      </Button>
    </form>
  );
}

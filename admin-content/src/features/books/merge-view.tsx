// Somebody else has saved the book: both values of each field that differs, and the choice between them.
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "storefront/kit/button.tsx";
import type { Category } from "#app/api/books.ts";
import { mergeStrings as text } from "#app/et/books.ts";
import type { Choice, Conflict } from "./draft.ts";
import { LABELS } from "./faults.ts";
import type { FieldName } from "./fields.ts";
import { Value } from "./value.tsx";

type Choices = Partial<Record<FieldName, Choice>>;

export function MergeView({
  conflict: { mine, theirs, rows },
  categories,
  onDone,
}: {
  conflict: Conflict;
  categories: Category[];
  onDone: (choices: Choices) => void;
}) {
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => box.current?.focus(), []);
  // What one has not touched oneself is taken from the other, unless one says otherwise.
  const [choices, setChoices] = useState<Choices>(() =>
    Object.fromEntries(rows.map(({ name, both }) => [name, both ? "mine" : "theirs"])),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onDone(choices);
  };
  return (
    <form className="merge" aria-labelledby="merge-title" tabIndex={-1} ref={box} onSubmit={submit}>
      <h2 id="merge-title">{text.title}</h2>
      <p>{text.text}</p>
      {rows.map(({ name }) => (
        <fieldset key={name} className="merge__row">
          <legend className="people__label">{LABELS[name]}</legend>
          {(["mine", "theirs"] as const).map((side) => (
            <div key={side} className="merge__side">
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
                  {side === "mine" ? text.keepMine : text.takeTheirs}
                </label>
              </div>
              <div className="merge__value" id={`merge-${name}-${side}-value`}>
                <Value
                  name={name}
                  values={side === "mine" ? mine : theirs}
                  categories={categories}
                />
              </div>
            </div>
          ))}
        </fieldset>
      ))}
      <Button type="submit" look="primary">
        {text.goOn}
      </Button>
    </form>
  );
}

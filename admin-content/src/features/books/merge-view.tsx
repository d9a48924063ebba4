// Somebody else has saved the book: both values of each field that differs, and the choice between them.
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "storefront/kit/button.tsx";
import type { Category } from "#app/api/books.ts";
import { bookStrings, mergeStrings as text } from "#app/et/books.ts";
import type { Choice, Conflict } from "./draft.ts";
import { LABELS } from "./faults.ts";
import type { FieldName, Values } from "./fields.ts";

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
                {shown(name, side === "mine" ? mine : theirs, categories)}
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

function shown(name: FieldName, values: Values, categories: Category[]): ReactNode {
  switch (name) {
    case "authors":
    case "readers":
      return lines(values[name].map((person) => `${person.firstName} ${person.lastName}`.trim()));
    case "categoryIds":
      return lines(
        values.categoryIds.map((id) => categories.find((each) => each.id === id)?.name ?? id),
      );
    case "isVisible":
      return values.isVisible ? bookStrings.visible : bookStrings.hidden;
    case "paymentType":
      return bookStrings.paymentTypes[values.paymentType];
    case "language":
      return bookStrings.languages[values.language] ?? values.language;
    case "description":
      // The server's cleaned HTML, or the editor's own, whose schema holds nothing that runs.
      return values.description ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned, see above
        <div className="prose" dangerouslySetInnerHTML={{ __html: values.description }} />
      ) : (
        empty
      );
    default:
      return values[name].trim() || empty;
  }
}

const empty = <em>{text.empty}</em>;

function lines(texts: string[]): ReactNode {
  return texts.length === 0 ? empty : texts.join(", ");
}

import { useRef, useState } from "react";
import { Button } from "storefront/kit/button.tsx";
import { Field } from "storefront/kit/form/field.tsx";
import { bookStrings as text } from "#app/et/books.ts";
import { strings } from "#app/et/strings.ts";
import { MoveButton, MoveButtons, useNextFocus } from "#app/kit/move-button.tsx";
import { movedBy } from "#app/kit/places.ts";
import { newPerson, type PersonRow } from "./book-fields.ts";

type Props = {
  id: string;
  label: string;
  called: string;
  addLabel: string;
  people: PersonRow[];
  error?: string | undefined;
  onChange: (people: PersonRow[]) => void;
};

export function PeopleField({ id, label, called, addLabel, people, error, onChange }: Props) {
  const box = useRef<HTMLFieldSetElement>(null);
  const focusNext = useNextFocus(box);
  const [announcement, setAnnouncement] = useState("");

  const change = (person: PersonRow, patch: Partial<PersonRow>) =>
    onChange(people.map((each) => (each === person ? { ...each, ...patch } : each)));
  const add = () => {
    const person = newPerson();
    onChange([...people, person]);
    setAnnouncement(text.wasAdded(called, people.length + 1));
    focusNext(`first-${person.key}`);
  };
  const move = (person: PersonRow, by: -1 | 1) => {
    const order = movedBy(people, person, by);
    if (order === people) return;
    onChange(order);
    setAnnouncement(strings.common.moved(nameOf(person), order.indexOf(person) + 1, order.length));
    focusNext(`${by < 0 ? "up" : "down"}-${person.key}`);
  };
  const remove = (person: PersonRow) => {
    const at = people.indexOf(person);
    const neighbour = people[at + 1] ?? people[at - 1];
    onChange(people.filter((each) => each !== person));
    setAnnouncement(text.wasRemoved(nameOf(person)));
    focusNext(neighbour ? `remove-${neighbour.key}` : "add");
  };

  return (
    <fieldset
      className="desk-group"
      id={id}
      tabIndex={-1}
      ref={box}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="desk-group__label">{label}</legend>
      <p className="field__error" id={`${id}-error`}>
        {error}
      </p>
      {people.length === 0 && <p className="field__hint">{text.nobody}</p>}
      <ol className="desk-plain-list desk-people">
        {people.map((person, index) => (
          <li key={person.key}>
            <fieldset className="desk-group desk-person">
              <legend className="visually-hidden">{text.personLegend(called, index + 1)}</legend>
              <Field
                label={text.firstName}
                data-name={`first-${person.key}`}
                value={person.firstName}
                maxLength={120}
                autoComplete="off"
                onChange={(event) => change(person, { firstName: event.target.value })}
              />
              <Field
                label={text.lastName}
                value={person.lastName}
                maxLength={120}
                autoComplete="off"
                onChange={(event) => change(person, { lastName: event.target.value })}
              />
              <span className="desk-icon-buttons desk-person__buttons">
                <MoveButtons
                  id={person.key}
                  up={strings.common.up(nameOf(person))}
                  down={strings.common.down(nameOf(person))}
                  isFirst={index === 0}
                  isLast={index === people.length - 1}
                  onMove={(by) => move(person, by)}
                />
                <MoveButton
                  icon="remove"
                  name={`remove-${person.key}`}
                  label={text.remove(nameOf(person))}
                  onClick={() => remove(person)}
                />
              </span>
            </fieldset>
          </li>
        ))}
      </ol>
      <Button size="small" icon="plus" data-name="add" onClick={add}>
        {addLabel}
      </Button>
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
    </fieldset>
  );
}

function nameOf({ firstName, lastName }: PersonRow): string {
  return `${firstName} ${lastName}`.trim() || text.unnamed;
}

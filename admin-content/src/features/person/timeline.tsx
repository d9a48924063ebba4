// What has changed the person's money and access, in one line of time.
import { useState } from "react";
import { Button } from "storefront/kit/button.tsx";
import { eventSentence } from "#app/et/operator/events.ts";
import { personStrings } from "#app/et/operator/person.ts";
import { causes, word } from "#app/et/operator/words.ts";
import { moment } from "#app/et/time.ts";
import { focusSoon } from "#app/kit/focus.ts";
import { undoChange } from "#app/operator/calls.ts";
import { ReasonDialog } from "#app/operator/reason-dialog.tsx";
import type { Person, PersonEvent } from "#app/operator/types.ts";
import { Part, useFirst } from "./part.tsx";

const text = personStrings.events;

export function Timeline({ person, id }: { person: Person; id: string }) {
  const { events, orders } = person;
  const [asking, setAsking] = useState<PersonEvent | null>(null);
  const [shown, more] = useFirst(events, 40);
  const lines = orders.flatMap((order) => order.lines);
  const titleOf = (bookId: string) => lines.find((line) => line.bookId === bookId)?.title ?? bookId;
  return (
    <Part title={text.title} id={id}>
      {events.length === 0 && <p className="desk-note">{text.none}</p>}
      <ol className="op-timeline">
        {shown.map((event) => (
          <li key={event.id}>
            <span className="op-timeline__at">
              {moment(event.at)}, {event.by ?? word(causes, event.cause)}
            </span>
            <span>{eventSentence(event, titleOf)}</span>
            {typeof event.detail.reason === "string" && (
              <span className="desk-muted">{text.reason(event.detail.reason)}</span>
            )}
            {event.undoable && (
              <Button size="small" onClick={() => setAsking(event)}>
                {text.undo}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {more}
      {asking && (
        <ReasonDialog
          title={text.undoTitle}
          submit={text.undo}
          lead={text.undoText}
          reason={text.undoReason}
          send={(reason) => undoChange(person.id, asking.id, reason)}
          done={() => text.undone}
          onDone={() => focusSoon(id)}
          onClose={() => setAsking(null)}
        />
      )}
    </Part>
  );
}

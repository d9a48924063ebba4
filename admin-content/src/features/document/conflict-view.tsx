// Somebody saved while one was writing: both texts, and the choice which to go on with.
import { useEffect, useRef } from "react";
import { Button } from "storefront/kit/button.tsx";
import { strings } from "#app/et/strings.ts";
import { moment } from "#app/et/time.ts";
import { BodyView } from "./body-view.tsx";
import type { Conflict } from "./draft.ts";

const text = strings.conflict;

export function ConflictView({
  conflict: { mine, theirs },
  pending,
  onMine,
  onTheirs,
}: {
  conflict: Conflict;
  pending: boolean;
  onMine: () => void;
  onTheirs: () => void;
}) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  const hasText = theirs.kind !== "slider";
  return (
    <section className="conflict" aria-labelledby="conflict-title" tabIndex={-1} ref={box}>
      <h2 className="conflict__title" id="conflict-title">
        {text.title}
      </h2>
      <p>{text.text}</p>
      {hasText && <p className="conflict__hint">{text.marked}</p>}
      <div className="conflict__texts">
        <div className="conflict__text">
          <h3 className="conflict__whose">{text.mine}</h3>
          <BodyView
            kind={theirs.kind}
            body={mine.body}
            books={mine.books}
            against={theirs.body.content}
          />
          <Button look="primary" onClick={onMine}>
            {text.keepMine}
          </Button>
        </div>
        <div className="conflict__text">
          <h3 className="conflict__whose">{text.theirs(theirs.savedBy, moment(theirs.savedAt))}</h3>
          <BodyView
            kind={theirs.kind}
            body={theirs.body}
            books={theirs.books}
            against={mine.body.content}
          />
          <Button pending={pending} onClick={onTheirs}>
            {text.takeTheirs}
          </Button>
        </div>
      </div>
    </section>
  );
}

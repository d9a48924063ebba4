// Shown when another editor has saved the document: both texts, and the choice between them.

import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { Button } from "storefront/kit/button.tsx";
import type { DeskRef, Document } from "#app/api/types.ts";
import { BodyView } from "#app/document-view/body-view.tsx";
import { conflictText as text } from "#app/et/document.ts";
import { moment } from "#app/et/time.ts";
import type { Conflict } from "#app/working-copy/types.ts";
import { bodyOf, type DocumentValues } from "./document-fields.ts";

/** Shown above the first difference. */
const MARGIN_PX = 60;

export function ConflictView({
  conflict: { mine, remote: theirs },
  refs,
  pending,
  onMine,
  onTheirs,
}: {
  conflict: Conflict<DocumentValues, Document>;
  refs: DeskRef[];
  pending: boolean;
  onMine: () => void;
  onTheirs: () => void;
}) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  const whose = text.theirs(theirs.savedBy, moment(theirs.savedAt));
  const hasText = theirs.kind !== "slider";
  return (
    <section
      className="desk-warning desk-conflict"
      aria-labelledby="conflict-title"
      tabIndex={-1}
      ref={box}
    >
      <h2 id="conflict-title">{text.title}</h2>
      <p>{text.text}</p>
      {hasText && <p className="desk-muted">{text.marked}</p>}
      <div className="desk-conflict__texts">
        <div className="desk-conflict__text">
          <h3 className="desk-title-4">{text.mine}</h3>
          <Button look="primary" onClick={onMine}>
            {text.keepMine}
          </Button>
          <Scroller label={text.mine}>
            <BodyView
              kind={theirs.kind}
              body={bodyOf(theirs.kind, mine)}
              books={mine.books}
              refs={refs}
              against={theirs.body.content}
            />
          </Scroller>
        </div>
        <div className="desk-conflict__text">
          <h3 className="desk-title-4">{whose}</h3>
          <Button pending={pending} onClick={onTheirs}>
            {text.takeTheirs}
          </Button>
          <Scroller label={whose}>
            <BodyView
              kind={theirs.kind}
              body={theirs.body}
              books={theirs.books}
              refs={refs}
              against={mine.content}
            />
          </Scroller>
        </div>
      </div>
    </section>
  );
}

/** A long text in a short box, scrolled to the first difference. */
function Scroller({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const first = box.current?.querySelector<HTMLElement>(".desk-differs");
    if (box.current && first) box.current.scrollTop = first.offsetTop - MARGIN_PX;
  }, []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="desk-conflict__scroller" aria-label={label} tabIndex={0} ref={box}>
      {children}
    </section>
  );
}

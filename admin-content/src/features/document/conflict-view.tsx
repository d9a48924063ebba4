// Shown when another editor has saved the document: both texts, and the choice between them.
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { Button } from "storefront/kit/button.tsx";
import type { Body, DeskRef, Document } from "#app/api/types.ts";
import { BodyView, type BodyViewProps } from "#app/document-view/body-view.tsx";
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
  const { kind } = theirs;
  return (
    <section
      className="desk-warning desk-conflict"
      aria-labelledby="conflict-title"
      tabIndex={-1}
      ref={box}
    >
      <h2 id="conflict-title">{text.title}</h2>
      <p>{text.text}</p>
      {kind !== "slider" && <p className="desk-muted">{text.marked}</p>}
      <div className="desk-conflict__texts">
        <Side
          kind={kind}
          refs={refs}
          title={text.mine}
          body={bodyOf(kind, mine)}
          books={mine.books}
          against={theirs.body}
        >
          <Button look="primary" onClick={onMine}>
            {text.keepMine}
          </Button>
        </Side>
        <Side
          kind={kind}
          refs={refs}
          title={whose}
          body={theirs.body}
          books={theirs.books}
          against={bodyOf(kind, mine)}
        >
          <Button pending={pending} onClick={onTheirs}>
            {text.takeTheirs}
          </Button>
        </Side>
      </div>
    </section>
  );
}

type SideProps = { title: string; against: Body; children: ReactNode } & Omit<
  BodyViewProps,
  "against"
>;

/** One version of the text. A long one scrolls in a box, at the first difference. */
function Side({ title, against, children, ...view }: SideProps) {
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const first = box.current?.querySelector<HTMLElement>(".desk-differs");
    if (box.current && first) box.current.scrollTop = first.offsetTop - MARGIN_PX;
  }, []);
  return (
    <div className="desk-conflict__text">
      <h3 className="desk-title-4">{title}</h3>
      {children}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="desk-conflict__scroller" aria-label={title} tabIndex={0} ref={box}>
        <BodyView {...view} against={against.content} />
      </section>
    </div>
  );
}

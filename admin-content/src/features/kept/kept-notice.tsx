// A text that was written in this browser and never saved, offered when its document is opened again.
import { useEffect, useState } from "react";
import { Button } from "storefront/kit/button.tsx";
import { toast } from "storefront/kit/toast.tsx";
import type { Document } from "#app/api/types.ts";
import { keptText as text } from "#app/et/document.ts";
import { moment } from "#app/et/time.ts";
import type { Draft } from "./draft.ts";
import { FIELD_IDS } from "./faults.ts";
import { focusSoon } from "./focus.ts";
import { dropKept, findKept, type Kept } from "./kept-text.ts";

export function KeptNotice({
  document,
  draft,
  keep,
}: {
  /** As it was opened. */
  document: Document;
  draft: Draft;
  /** Keeps at once what is unsaved now. */
  keep: () => void;
}) {
  const [kept, setKept] = useState<Kept | null>(null);
  useEffect(() => {
    let isHere = true;
    void findKept(document).then((found) => isHere && setKept(found));
    return () => {
      isHere = false;
    };
  }, [document]);
  if (!kept) return null;
  const restore = () => {
    draft.takeUp(kept);
    // Never in no place: first as this opening's, then no more as the old one's.
    keep();
    dropKept(document.id, kept.editing);
    setKept(null);
    toast(text.restored);
    focusSoon(FIELD_IDS.title);
  };
  const drop = () => {
    dropKept(document.id, kept.editing);
    setKept(null);
    focusSoon(FIELD_IDS.title);
  };
  return (
    <section className="notice" aria-labelledby="kept-title">
      <h2 className="notice__title" id="kept-title">
        {text.title}
      </h2>
      <p>{text.text(moment(kept.at))}</p>
      {kept.basedOn !== document.revision && <p>{text.moved}</p>}
      <div className="acts__more">
        <Button look="primary" onClick={restore}>
          {text.restore}
        </Button>
        <Button onClick={drop}>{text.drop}</Button>
      </div>
    </section>
  );
}

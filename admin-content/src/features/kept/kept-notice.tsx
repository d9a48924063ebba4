// Work that was done in this browser and never saved, offered when its thing is opened again.
import { useEffect, useState } from "react";
import { Button } from "storefront/kit/button.tsx";
import { toast } from "storefront/kit/toast.tsx";
import { moment } from "#app/et/time.ts";
import { focusSoon } from "#app/kit/focus.ts";
import { dropKept, type Kept } from "./kept.ts";

type Words = {
  title: string;
  text: (at: string) => string;
  moved: string;
  restore: string;
  drop: string;
  restored: string;
};

export function KeptNotice<Work extends object>({
  id,
  find,
  isOlder,
  takeUp,
  isWaiting,
  keep,
  aside,
  words,
  next,
}: {
  id: string;
  find: () => Promise<Kept<Work> | null>;
  /** Whether others have saved since the work began. */
  isOlder: (work: Work) => boolean;
  takeUp: (work: Work) => void | Promise<void>;
  /** Something else is to be decided first. */
  isWaiting: boolean;
  /** Keeps at once what is unsaved now. */
  keep: () => void;
  /** Keeps what the work will take the place of. */
  aside: () => void;
  words: Words;
  /** Id of what takes the focus when the notice goes. */
  next: string;
}) {
  const [kept, setKept] = useState<Kept<Work> | null>(null);
  const [look] = useState(() => find);
  useEffect(() => {
    let isHere = true;
    void look().then((found) => isHere && setKept(found));
    return () => {
      isHere = false;
    };
  }, [look]);
  if (!kept || isWaiting) return null;
  const end = () => {
    dropKept(id, kept.editing);
    setKept(null);
    focusSoon(next);
  };
  const restore = async () => {
    aside();
    await takeUp(kept);
    // Never in no place: first as this opening's, then no more as the old one's.
    keep();
    end();
    toast(words.restored);
  };
  return (
    <section className="notice" aria-labelledby="kept-title">
      <h2 className="notice__title" id="kept-title">
        {words.title}
      </h2>
      <p>{words.text(moment(kept.at))}</p>
      {isOlder(kept) && <p>{words.moved}</p>}
      <div className="acts__more">
        <Button look="primary" onClick={restore}>
          {words.restore}
        </Button>
        <Button onClick={end}>{words.drop}</Button>
      </div>
    </section>
  );
}

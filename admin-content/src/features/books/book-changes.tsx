// What was done to a book, with the way back to an older value of a field.
import type { ReactNode } from "react";
import { Button } from "storefront/kit/button.tsx";
import { toast } from "storefront/kit/toast.tsx";
import { type Category, type DeskBook, listBookAudit } from "#app/api/books.ts";
import { changesStrings as text } from "#app/et/changes.ts";
import { Changes, changesIn } from "#app/working-copy/changes.tsx";
import type { BookDraft } from "./draft.ts";
import { fieldId, LABELS } from "./faults.ts";
import { FIELD_NAMES, type FieldName, type Values, valuesFrom } from "./fields.ts";
import { Value } from "./value.tsx";

export function BookChanges({
  book,
  categories,
  draft,
}: {
  book: DeskBook;
  categories: Category[];
  draft: BookDraft;
}) {
  const putBack = (name: FieldName, values: Values) => {
    draft.putBack(name, values);
    toast(text.isBack);
    document.getElementById(fieldId(name))?.focus();
  };
  return (
    <Changes load={() => listBookAudit(book.id)}>
      {(entry) =>
        changesIn(entry).map(([member, { from, to }]) => {
          const name = FIELD_NAMES.find((each) => each === member);
          if (!name) return null;
          // A value as it was noted, in the shape that the form has.
          const [before, after] = [from, to].map((value) => valuesFrom({ ...book, [name]: value }));
          if (!before || !after) return null;
          return (
            <div key={name} className="changes__field">
              <p className="changes__name">{LABELS[name]}</p>
              <Side label={text.before} isLong={name === "description"}>
                <Value name={name} values={before} categories={categories} />
              </Side>
              <Side label={text.after} isLong={name === "description"}>
                <Value name={name} values={after} categories={categories} />
              </Side>
              <Button
                size="small"
                aria-label={text.putBack(LABELS[name])}
                onClick={() => putBack(name, before)}
              >
                {text.putBackShort}
              </Button>
            </div>
          );
        })
      }
    </Changes>
  );
}

/** What is long is looked at when it is asked for. */
function Side({
  label,
  isLong,
  children,
}: {
  label: string;
  isLong: boolean;
  children: ReactNode;
}) {
  return isLong ? (
    <details className="changes__value">
      <summary className="changes__side">{label}</summary>
      {children}
    </details>
  ) : (
    <div className="changes__value">
      <span className="changes__side">{label}</span> {children}
    </div>
  );
}

// The changes of a book, each with a button that restores the older value of a field.
import type { ReactNode } from "react";
import { api } from "storefront/api/client.ts";
import { Button } from "storefront/kit/button.tsx";
import { toast } from "storefront/kit/toast.tsx";
import type { Category, DeskBook } from "#app/api/types.ts";
import { changesStrings as text } from "#app/et/changes.ts";
import { Changes, changesIn } from "#app/working-copy/changes.tsx";
import { type Name, namesOf } from "#app/working-copy/fields.ts";
import { type BookCopy, fieldId } from "./book-copy.ts";
import { type BookFormValues, bookFields, formValuesOf } from "./book-fields.ts";
import { Value } from "./value.tsx";

type BookChangesProps = { book: DeskBook; categories: Category[]; copy: BookCopy };

export function BookChanges({ book, categories, copy }: BookChangesProps) {
  const restore = (name: Name<BookFormValues>, values: BookFormValues) => {
    copy.edit({ [name]: values[name] });
    toast(text.restored);
    document.getElementById(fieldId(name))?.focus();
  };
  return (
    <Changes load={() => api("GET /desk/books/{id}/audit", { path: { id: book.id } })}>
      {(entry) =>
        changesIn(entry).map(([member, { from, to }]) => {
          const name = namesOf(bookFields).find((each) => each === member);
          if (!name) return null;
          const [before, after] = [from, to].map((value) =>
            formValuesOf({ ...book, [name]: value }),
          );
          if (!before || !after) return null;
          return (
            <div key={name} className="desk-stack">
              <p className="desk-strong">{bookFields[name].label}</p>
              <Side label={text.before} isLong={name === "description"}>
                <Value name={name} values={before} categories={categories} />
              </Side>
              <Side label={text.after} isLong={name === "description"}>
                <Value name={name} values={after} categories={categories} />
              </Side>
              <Button
                size="small"
                aria-label={text.restore(bookFields[name].label)}
                onClick={() => restore(name, before)}
              >
                {text.restoreShort}
              </Button>
            </div>
          );
        })
      }
    </Changes>
  );
}

type SideProps = { label: string; isLong: boolean; children: ReactNode };

function Side({ label, isLong, children }: SideProps) {
  return isLong ? (
    <details className="desk-changes__value">
      <summary className="desk-muted desk-changes__side">{label}</summary>
      {children}
    </details>
  ) : (
    <div className="desk-changes__value">
      <span className="desk-muted desk-changes__side">{label}</span> {children}
    </div>
  );
}

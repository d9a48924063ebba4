// A read-only body. Its HTML was cleaned by the server or comes from the editor, without scripts.
import { useMemo } from "react";
import type { Body, BookCard, DeskRef, Kind } from "#app/api/types.ts";
import { viewText as text } from "#app/et/history.ts";
import { fieldRows } from "./body-text.ts";
import { displayHtml } from "./display-html.ts";
import { markDiffering } from "./mark-differences.ts";

const NO_REFS: DeskRef[] = [];

export type BodyViewProps = {
  kind: Kind;
  body: Body;
  books?: BookCard[] | null;
  /** The targets of the text that exist. */
  refs?: DeskRef[];
  /** Another text. Paragraphs that it does not have are marked. */
  against?: string | null;
};

export function BodyView({ kind, body, books, refs = NO_REFS, against }: BodyViewProps) {
  const content = body.content ?? "";
  const html = useMemo(
    () => displayHtml(against == null ? content : markDiffering(content, against), refs),
    [content, against, refs],
  );
  return (
    <div className="desk-body">
      <p className="desk-body__title">{body.title}</p>
      {kind === "slider" ? (
        !body.rule && <BookList books={books ?? []} />
      ) : content ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned, see above
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      ) : (
        <p className="desk-note">{text.empty}</p>
      )}
      <Rest body={body} kind={kind} refs={refs} />
    </div>
  );
}

function BookList({ books }: { books: BookCard[] }) {
  if (books.length === 0) return <p className="desk-note">{text.noBooks}</p>;
  return (
    <ol className="desk-body__books">
      {books.map((book) => (
        <li key={book.id}>
          {book.title} · {book.author}
        </li>
      ))}
    </ol>
  );
}

function Rest({ body, kind, refs }: { body: Body; kind: Kind; refs: DeskRef[] }) {
  const rows = fieldRows(kind, body, refs).filter(({ isEmpty }) => !isEmpty);
  if (rows.length === 0) return null;
  return (
    <dl className="desk-body__rest">
      {rows.map(({ name, value }) => (
        <div key={name}>
          <dt className="desk-note">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

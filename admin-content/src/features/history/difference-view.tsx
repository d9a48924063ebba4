// Two revisions as one text with marked insertions and deletions. Long equal parts are folded.
import { useEffect, useMemo, useState } from "react";
import { isApiError } from "storefront/api/errors.ts";
import { Select } from "storefront/kit/form/select.tsx";
import { findRevision } from "#app/api/calls.ts";
import type { Document, Revision, RevisionBody } from "#app/api/types.ts";
import { historyText as text } from "#app/et/history.ts";
import { withLogin } from "#app/session/with-login.ts";
import { linesOfBody } from "./body-lines.ts";
import { differenceOf, type Part, type Row } from "./difference.ts";

type Props = { document: Document; revisions: Revision[]; shown: RevisionBody };

export function DifferenceView({ document, revisions, shown }: Props) {
  const others = revisions.filter(({ revision }) => revision !== shown.revision);
  const before = others.find(({ revision }) => revision < shown.revision) ?? others[0];
  const [chosen, setChosen] = useState(before?.revision ?? shown.revision);
  const other = useRevision(document.id, chosen);
  const rows = useMemo(() => {
    if (typeof other !== "object") return null;
    const lines = ({ body, books, refs }: RevisionBody) =>
      linesOfBody(document.kind, body, books, [...(refs ?? []), ...document.refs]);
    // From the older to the newer revision, whichever was chosen first.
    const [from, to] = other.revision < shown.revision ? [other, shown] : [shown, other];
    return differenceOf(lines(from), lines(to));
  }, [other, shown, document]);
  return (
    <div className="desk-stack desk-difference">
      <Select
        label={text.against}
        value={String(chosen)}
        options={others.map(({ revision }) => ({
          value: String(revision),
          label: text.revision(revision),
        }))}
        onChange={(event) => setChosen(Number(event.target.value))}
      />
      <p role="status">
        {other === "pending" && text.comparing}
        {other === "failed" && text.compareFailed}
        {rows?.every((row) => "same" in row) && text.same}
      </p>
      {rows?.some((row) => "parts" in row) && <Rows rows={rows} />}
    </div>
  );
}

function useRevision(id: string, revision: number): RevisionBody | "pending" | "failed" {
  const [found, setFound] = useState<RevisionBody | "failed" | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    setFound(null);
    withLogin(() => findRevision(id, revision, stop.signal)).then(setFound, (error) => {
      if (stop.signal.aborted) return;
      if (!isApiError(error)) throw error;
      setFound("failed");
    });
    return () => stop.abort();
  }, [id, revision]);
  return found ?? "pending";
}

function Rows({ rows }: { rows: Row[] }) {
  return (
    <div className="desk-difference__rows">
      {rows.map((row, index) =>
        "same" in row ? (
          <Same
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a difference never move
            key={index}
            lines={row.same}
            isFirst={index === 0}
            isLast={index === rows.length - 1}
          />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a difference never move
          <p key={index} className="desk-difference__row">
            {row.parts.map((part, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: neither do its parts
              <Words key={at} part={part} />
            ))}
          </p>
        ),
      )}
    </div>
  );
}

/** One line of context on either side of a change. */
function Same({ lines, isFirst, isLast }: { lines: string[]; isFirst: boolean; isLast: boolean }) {
  const head = isFirst ? 0 : 1;
  const tail = isLast ? 0 : 1;
  const folded = lines.length - head - tail;
  return (
    <>
      {head > 0 && <p>{lines[0]}</p>}
      {folded > 0 && <p className="desk-muted">{text.skipped(folded)}</p>}
      {tail > 0 && lines.length > head && <p>{lines.at(-1)}</p>}
    </>
  );
}

function Words({ part: { text: words, change } }: { part: Part }) {
  if (!change) return words;
  const Mark = change === "added" ? "ins" : "del";
  return (
    <Mark>
      <span className="visually-hidden">{text[change]} </span>
      {words}
    </Mark>
  );
}

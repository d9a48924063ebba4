import { useLoaderData } from "react-router";
import { duration } from "storefront/et/format.ts";
import { reportStrings as text } from "#app/et/operator/reports.ts";
import { type Column, Listing } from "#app/operator/listing.tsx";
import type { ListeningRow } from "#app/operator/types.ts";
import { BookBars } from "./charts.tsx";
import { CutNote, MOST_ROWS, ReportFrame, Totals } from "./report-frame.tsx";
import { booksOf } from "./sums.ts";

const time = (minutes: number): string => duration(minutes * 60);

const COLUMNS: Column<ListeningRow>[] = [
  { label: text.month, cell: ({ month }) => month.split("-").reverse().map(Number).join(".") },
  { label: text.book, cell: ({ title }) => title },
  { label: text.isbn, cell: ({ isbn }) => isbn || "–" },
  { label: text.publisher, cell: ({ publisher }) => publisher || "–" },
  { label: text.listeners, kind: "number", cell: ({ listeners }) => listeners },
  { label: text.minutes, kind: "number", cell: ({ minutes }) => time(minutes) },
  { label: text.bookMinutes, kind: "number", cell: ({ bookMinutes }) => time(bookMinutes) },
];

export function ListeningReport() {
  const { rows } = useLoaderData<{ rows: ListeningRow[] }>();
  const sum = (of: (row: ListeningRow) => number) => rows.reduce((all, row) => all + of(row), 0);
  return (
    <ReportFrame file="/admin/reports/listening.csv" fileName={text.listeningFile}>
      {rows.length === 0 ? (
        <p className="desk-note desk-gap-3">{text.none}</p>
      ) : (
        <>
          <Totals
            totals={[
              [text.minutes, time(sum((row) => row.minutes))],
              [text.bookMinutes, time(sum((row) => row.bookMinutes))],
            ]}
          />
          <p className="desk-muted">{text.bookMinutesHint}</p>
          <BookBars books={booksOf(rows)} />
          <h3 className="desk-title-4 desk-gap-5">{text.rows}</h3>
          <Listing
            caption={text.rows}
            columns={COLUMNS}
            rows={rows.slice(0, MOST_ROWS)}
            keyOf={({ month, isbn, title, publisher }) => `${month} ${isbn} ${title} ${publisher}`}
          />
          <CutNote of={rows.length} />
        </>
      )}
    </ReportFrame>
  );
}

import { useLoaderData, useSearchParams } from "react-router";
import { euro } from "storefront/et/format.ts";
import { plainDay } from "#app/et/day.ts";
import { reportStrings as text } from "#app/et/operator/reports.ts";
import { word } from "#app/et/operator/words.ts";
import { type Column, Listing } from "#app/operator/listing.tsx";
import { rangeOf } from "#app/operator/range.ts";
import type { SalesRow } from "#app/operator/types.ts";
import { SalesBars } from "./charts.tsx";
import { CutNote, MOST_ROWS, ReportFrame, Totals } from "./report-frame.tsx";
import { barsOf, sumOf } from "./sums.ts";

const COLUMNS: Column<SalesRow>[] = [
  { label: text.day, cell: ({ day }) => plainDay(day) },
  { label: text.kind, cell: ({ kind }) => word(text.saleKinds, kind) },
  { label: text.name, cell: ({ name }) => name },
  { label: text.publisher, cell: ({ publisher }) => publisher || "–" },
  { label: text.vatRate, kind: "number", cell: ({ vatRate }) => text.percent(vatRate) },
  { label: text.count, kind: "number", cell: ({ count }) => count },
  { label: text.gross, kind: "number", cell: ({ gross }) => euro(gross) },
  { label: text.vat, kind: "number", cell: ({ vat }) => euro(vat) },
  { label: text.net, kind: "number", cell: ({ net }) => euro(net) },
];

export function SalesReport() {
  const { rows } = useLoaderData<{ rows: SalesRow[] }>();
  const [query] = useSearchParams();
  return (
    <ReportFrame file="/admin/reports/sales.csv" fileName={text.salesFile}>
      {rows.length === 0 ? (
        <p className="desk-note desk-gap-3">{text.none}</p>
      ) : (
        <>
          <Totals
            totals={[
              [text.gross, euro(sumOf(rows, (row) => row.gross))],
              [text.vat, euro(sumOf(rows, (row) => row.vat))],
              [text.net, euro(sumOf(rows, (row) => row.net))],
              [text.count, String(rows.reduce((sum, row) => sum + row.count, 0))],
            ]}
          />
          <SalesBars bars={barsOf(rows, rangeOf(query))} />
          <h3 className="desk-title-4 desk-gap-5">{text.rows}</h3>
          <Listing
            caption={text.rows}
            columns={COLUMNS}
            rows={rows.slice(0, MOST_ROWS)}
            keyOf={({ day, kind, name, isbn, vatRate }) =>
              `${day} ${kind} ${name} ${isbn} ${vatRate}`
            }
          />
          <CutNote of={rows.length} />
        </>
      )}
    </ReportFrame>
  );
}

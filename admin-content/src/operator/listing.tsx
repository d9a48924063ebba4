// The table of a list. On a phone each row is a card.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { operatorStrings as text } from "#app/et/operator/common.ts";
import { operatorPaths } from "./paths.ts";
import type { RowPerson } from "./types.ts";

export type Column<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  kind?: "number" | "actions";
};

export function Listing<Row>({
  caption,
  columns,
  rows,
  keyOf,
  empty = text.nothing,
}: {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string;
  empty?: string;
}) {
  if (rows.length === 0) return <p className="desk-note desk-gap-4">{empty}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also by keyboard
    <section className="op-table-box desk-gap-4" aria-label={caption} tabIndex={0}>
      <table className="op-table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ label, kind }) => (
              <th key={label} scope="col" className={classOf(kind)}>
                {kind === "actions" ? <span className="visually-hidden">{label}</span> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ label, cell, kind }) => (
                <td key={label} className={classOf(kind)}>
                  {kind !== "actions" && (
                    <span className="op-table__label" aria-hidden="true">
                      {label}
                    </span>
                  )}
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const classOf = (kind: Column<never>["kind"]) => kind && `op-table__${kind}`;

export function PersonLink({ userId, email }: RowPerson) {
  return (
    <Link className="op-link" to={operatorPaths.person(userId)}>
      {email}
    </Link>
  );
}

/** The column that leads to the person of a row. */
export const personColumn: Column<RowPerson> = {
  label: text.person,
  cell: (row) => <PersonLink {...row} />,
};

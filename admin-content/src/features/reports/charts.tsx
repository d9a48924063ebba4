// Bars without a library. The numbers are also in tables.
import type { CSSProperties } from "react";
import { duration, euro } from "storefront/et/format.ts";
import { plainDay } from "#app/et/day.ts";
import { reportStrings as text } from "#app/et/operator/reports.ts";
import type { Bar, BookBar } from "./sums.ts";

const share = (part: number, of: number) =>
  ({ "--share": of > 0 ? Math.abs(part) / of : 0 }) as CSSProperties;

const nameOf = (at: string): string => {
  const [year, month] = at.split("-").map(Number);
  return at.length > 7 ? plainDay(at) : `${month}.${year}`;
};

export function SalesBars({ bars }: { bars: Bar[] }) {
  const most = Math.max(...bars.map(({ amount }) => Math.abs(amount)));
  const isByDay = bars.some(({ at }) => at.length > 7);
  const title = isByDay ? text.byDay : text.byMonth;
  const sold = bars.filter(({ amount, count }) => amount !== 0 || count !== 0);
  return (
    <section className="op-report-part" aria-label={title}>
      <h3 className="desk-title-4">{title}</h3>
      <div className="op-bars" aria-hidden="true">
        <span className="op-bars__most">{euro(most)}</span>
        <div className="op-bars__plot">
          {bars.map(({ at, amount }) => (
            <span
              key={at}
              className={amount < 0 ? "op-bars__bar op-bars__bar--minus" : "op-bars__bar"}
              style={share(amount, most)}
              title={`${nameOf(at)}: ${euro(amount)}`}
            />
          ))}
        </div>
        <span className="op-bars__ends">
          <span>{nameOf(bars[0]?.at ?? "")}</span>
          <span>{nameOf(bars.at(-1)?.at ?? "")}</span>
        </span>
      </div>
      <details className="op-detail">
        <summary>{text.asTable}</summary>
        <div className="op-table-box">
          <table className="op-table op-table--plain">
            <caption className="visually-hidden">{title}</caption>
            <thead>
              <tr>
                <th scope="col">{isByDay ? text.day : text.month}</th>
                <th scope="col" className="op-table__number">
                  {text.count}
                </th>
                <th scope="col" className="op-table__number">
                  {text.gross}
                </th>
              </tr>
            </thead>
            <tbody>
              {sold.map(({ at, count, amount }) => (
                <tr key={at}>
                  <td>{nameOf(at)}</td>
                  <td className="op-table__number">{count}</td>
                  <td className="op-table__number">{euro(amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}

const MOST_BOOKS = 20;

export function BookBars({ books }: { books: BookBar[] }) {
  const most = books[0]?.minutes ?? 0;
  const title = books.length > MOST_BOOKS ? text.byBookMost(MOST_BOOKS) : text.byBook;
  return (
    <section className="op-report-part" aria-label={title}>
      <h3 className="desk-title-4">{title}</h3>
      <ol className="op-book-bars">
        {books.slice(0, MOST_BOOKS).map((book) => (
          <li key={book.title}>
            <span className="op-book-bars__title">{book.title}</span>
            <span className="op-book-bars__bar" style={share(book.minutes, most)} />
            <span className="op-book-bars__time">{duration(book.minutes * 60)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

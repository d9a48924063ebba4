// Sums of the rows of the reports. Euro are added in cents.
import { daysOf, type Range } from "#app/operator/range.ts";
import type { ListeningRow, SalesRow } from "#app/operator/types.ts";

/** Longer ranges are summed by month. */
const MOST_DAYS = 62;

export type Bar = { at: string; amount: number; count: number };

const cents = (euro: number): number => Math.round(euro * 100);

export function sumOf<Row>(rows: Row[], of: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + cents(of(row)), 0) / 100;
}

/** The sums of each day of the range, or of each month ("2026-11") when there are many days. */
export function barsOf(rows: SalesRow[], range: Range): Bar[] {
  const days = daysOf(range, 4000);
  const length = days.length > MOST_DAYS ? 7 : 10;
  const bars = new Map<string, { sum: number; count: number }>(
    days.map((day) => [day.slice(0, length), { sum: 0, count: 0 }]),
  );
  for (const { day, gross, count } of rows) {
    const bar = bars.get(day.slice(0, length));
    if (!bar) continue;
    bar.sum += cents(gross);
    bar.count += count;
  }
  return [...bars].map(([at, { sum, count }]) => ({ at, amount: sum / 100, count }));
}

export type BookBar = { title: string; minutes: number };

/** The minutes of each book, the most listened first. */
export function booksOf(rows: ListeningRow[]): BookBar[] {
  const books = new Map<string, BookBar>();
  for (const { isbn, title, minutes } of rows) {
    const key = `${isbn} ${title}`;
    books.set(key, { title, minutes: (books.get(key)?.minutes ?? 0) + minutes });
  }
  return [...books.values()].sort((a, b) => b.minutes - a.minutes);
}

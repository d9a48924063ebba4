import { wallTime } from "./tallinn.ts";

/** "28.11.2026" of a time, in the store's time zone. */
export const dayText = (time: string): string => plainDay(wallTime(time));

/** "28.11.2026" of "2026-11-28". */
export function plainDay(day: string): string {
  const [year, month, date] = day.slice(0, 10).split("-").map(Number);
  return `${date}.${month}.${year}`;
}

/** Today as "2026-11-28", in the store's time zone. */
export const today = (now = new Date()): string => wallTime(now).slice(0, 10);

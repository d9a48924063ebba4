import { wallTime } from "./tallinn.ts";

/** "28.11.2026 12:00", in the store's time zone. */
export function moment(time: string): string {
  const [year, month, day] = wallTime(time).split(/\D/).map(Number);
  return `${day}.${month}.${year} ${clockTime(time)}`;
}

/** "12:31". */
export const clockTime = (time: string): string => wallTime(time).slice(11);

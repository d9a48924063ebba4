// The days of a report, in the address (?algus=, ?lopp=). This month when there are none.
import { today } from "#app/et/day.ts";

export const FROM = "algus";
export const UNTIL = "lopp";

export type Range = { from: string; until: string };

export function isDay(text: string | null): text is string {
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

export function rangeOf(query: URLSearchParams, now = new Date()): Range {
  const [from, until] = [query.get(FROM), query.get(UNTIL)];
  return isDay(from) && isDay(until) && from <= until ? { from, until } : presets(now).thisMonth;
}

export function presets(now = new Date()): Record<"thisMonth" | "lastMonth" | "thisYear", Range> {
  const [year = 0, month = 0] = today(now).split("-").map(Number);
  return {
    thisMonth: { from: dayOf(year, month, 1), until: dayOf(year, month + 1, 0) },
    lastMonth: { from: dayOf(year, month - 1, 1), until: dayOf(year, month, 0) },
    thisYear: { from: dayOf(year, 1, 1), until: dayOf(year, 12, 31) },
  };
}

/** Day 0 is the last one of the month before. */
const dayOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

/** All days of the range, at most `most`. */
export function daysOf({ from, until }: Range, most: number): string[] {
  const days: string[] = [];
  for (let time = Date.parse(from); time <= Date.parse(until) && days.length < most; ) {
    days.push(new Date(time).toISOString().slice(0, 10));
    time += 86_400_000;
  }
  return days;
}

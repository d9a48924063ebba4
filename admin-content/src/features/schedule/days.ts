import { wallTime } from "#app/et/tallinn.ts";

const names = new Intl.DateTimeFormat("et", {
  timeZone: "UTC",
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
});

/** "2026-03-29". */
export const dayOf = (moment: string | Date): string => wallTime(moment).slice(0, 10);

/** The next calendar day. Days can have 23 or 25 hours. */
export function dayAfter(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, date + 1)).toISOString().slice(0, 10);
}

/** "pühapäev, 29. märts 2026". */
export const dayName = (day: string): string => names.format(new Date(`${day}T12:00:00Z`));

export function byDay<T extends { at: string }>(moments: T[]): { day: string; moments: T[] }[] {
  const days = new Map<string, T[]>();
  for (const each of moments.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
    const day = dayOf(each.at);
    days.set(day, [...(days.get(day) ?? []), each]);
  }
  return [...days].map(([day, own]) => ({ day, moments: own }));
}

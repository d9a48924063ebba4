const ZONE = "Europe/Tallinn";
const keys = new Intl.DateTimeFormat("en-CA", {
  timeZone: ZONE,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});
const names = new Intl.DateTimeFormat("et", {
  timeZone: "UTC",
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
});
const clocks = new Intl.DateTimeFormat("et", {
  timeZone: ZONE,
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** "2026-03-29". */
export const dayOf = (moment: string | Date): string => keys.format(new Date(moment));

/** The next calendar day. Days can have 23 or 25 hours. */
export function dayAfter(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, date + 1)).toISOString().slice(0, 10);
}

/** "pühapäev, 29. märts 2026". */
export const dayName = (day: string): string => names.format(new Date(`${day}T12:00:00Z`));

/** "09:30". */
export const clockOf = (moment: string): string => clocks.format(new Date(moment));

export function byDay<T extends { at: string }>(moments: T[]): { day: string; moments: T[] }[] {
  const days = new Map<string, T[]>();
  for (const each of moments.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
    const day = dayOf(each.at);
    days.set(day, [...(days.get(day) ?? []), each]);
  }
  return [...days].map(([day, own]) => ({ day, moments: own }));
}

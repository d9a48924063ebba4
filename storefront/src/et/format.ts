// format.cases.json tests this file and the templates of the server.

const NBSP = "\u00a0";

/** 9.9 → "9,90 €", with a no-break space before the sign. */
export function euro(amount: number): string {
  const cents = Math.round(Math.abs(amount) * 100);
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, NBSP);
  const sign = amount < 0 && cents > 0 ? "\u2212" : "";
  return `${sign}${whole},${String(cents % 100).padStart(2, "0")}${NBSP}€`;
}

/** Seconds → "10 t 3 min"; under an hour "45 min"; nothing known "-". Minutes are rounded down. */
export function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || seconds < 0) return "-";
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes}${NBSP}min`;
  return `${hours}${NBSP}t ${minutes % 60}${NBSP}min`;
}

const DATE = new Intl.DateTimeFormat("et-EE", {
  timeZone: "Europe/Tallinn",
  day: "numeric",
  month: "numeric",
  year: "numeric",
});

/** RFC 3339 → "28.11.2026" in Tallinn, without leading zeros. */
export function date(iso: string): string {
  const parts = DATE.formatToParts(new Date(iso));
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  return `${part("day")}.${part("month")}.${part("year")}`;
}

/** Seconds → "1:02:03" or "2:03", for a playing position. */
export function clock(seconds: number): string {
  const all = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(all / 3600);
  const minutes = Math.floor((all % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
}

/** Seconds → "1 tund 2 minutit 3 sekundit", for screen readers. */
export function spokenClock(seconds: number): string {
  const all = Math.max(0, Math.floor(seconds));
  const parts: string[] = [];
  const add = (value: number, one: string, many: string) => {
    if (value > 0) parts.push(`${value} ${value === 1 ? one : many}`);
  };
  add(Math.floor(all / 3600), "tund", "tundi");
  add(Math.floor((all % 3600) / 60), "minut", "minutit");
  add(all % 60, "sekund", "sekundit");
  return parts.join(" ") || "0 sekundit";
}

import { date } from "./format.ts";

const TIME = new Intl.DateTimeFormat("et-EE", {
  timeZone: "Europe/Tallinn",
  hour: "numeric",
  minute: "2-digit",
  hourCycle: "h23",
});

/** RFC 3339 → "28.11.2026 kell 9.05" in Tallinn, as emails write it. */
export function dateAndTime(iso: string): string {
  const parts = TIME.formatToParts(new Date(iso));
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
  return `${date(iso)} kell ${Number(part("hour"))}.${part("minute")}`;
}

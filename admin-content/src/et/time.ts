const day = new Intl.DateTimeFormat("et", {
  day: "numeric",
  month: "numeric",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "Europe/Tallinn",
});

/** "28.11.2026 12:00". */
export function moment(time: string): string {
  const parts = Object.fromEntries(
    day.formatToParts(new Date(time)).map(({ type, value }) => [type, value]),
  );
  return `${parts.day}.${parts.month}.${parts.year} ${parts.hour}:${parts.minute}`;
}

/** "12:31", for what happened today. */
export const clockTime = (time: string): string => moment(time).split(" ")[1] ?? "";

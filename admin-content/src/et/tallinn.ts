const wall = new Intl.DateTimeFormat("sv", {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "Europe/Tallinn",
});

const HOUR_MS = 3_600_000;
/** The offsets from UTC. Summer first: of an hour that occurs twice it is the earlier one. */
const OFFSETS = [3, 2];

/** A moment as `<input type="datetime-local">` takes it, in Tallinn's time: "2026-12-05T10:00". */
export function wallTime(moment: string | Date): string {
  return wall.format(new Date(moment)).replace(" ", "T");
}

/** The moment of a wall time in Tallinn. "skipped": the clock jumps over it in spring. */
export function momentOf(text: string): { at: string } | "invalid" | "skipped" {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?$/.exec(text);
  if (!match) return "invalid";
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number);
  const asUtc = Date.UTC(year, month - 1, day, hour, minute);
  // 31 February and 25 o'clock roll over: formatting gives another text.
  if (new Date(asUtc).toISOString().slice(0, 16) !== text.slice(0, 16)) return "invalid";
  for (const offset of OFFSETS) {
    const at = new Date(asUtc - offset * HOUR_MS).toISOString();
    if (wallTime(at) === text.slice(0, 16)) return { at };
  }
  return "skipped";
}

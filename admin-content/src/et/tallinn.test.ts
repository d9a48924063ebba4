import { expect, it } from "vitest";
import { momentOf, wallTime } from "./tallinn.ts";

it.each([
  ["2026-12-05T10:00", "2026-12-05T08:00:00.000Z", "winter"],
  ["2026-07-01T00:05", "2026-06-30T21:05:00.000Z", "summer, over midnight"],
  ["2026-03-29T02:59", "2026-03-29T00:59:00.000Z", "the last minute of winter"],
  ["2026-03-29T04:00", "2026-03-29T01:00:00.000Z", "the first minute of summer"],
  ["2026-10-25T02:59", "2026-10-24T23:59:00.000Z", "before the hour that comes twice"],
  ["2026-10-25T03:30", "2026-10-25T00:30:00.000Z", "the earlier of the two"],
  ["2026-10-25T04:00", "2026-10-25T02:00:00.000Z", "winter again"],
  ["2027-01-01T00:00", "2026-12-31T22:00:00.000Z", "the turn of the year"],
  ["2028-02-29T12:00", "2028-02-29T10:00:00.000Z", "a leap day"],
])("Tallinn's wall time: %s is %s: %s", (text, at) => {
  expect(momentOf(text)).toEqual({ at });
  expect(wallTime(at)).toBe(text);
});

it("Tallinn's wall time: shows both of the hours that come twice alike", () => {
  expect(wallTime("2026-10-25T00:30:00Z")).toBe("2026-10-25T03:30");
  expect(wallTime("2026-10-25T01:30:00Z")).toBe("2026-10-25T03:30");
});

it("Tallinn's wall time: takes seconds that a browser adds", () => {
  expect(momentOf("2026-12-05T10:00:00")).toEqual({ at: "2026-12-05T08:00:00.000Z" });
});

it.each(["2026-03-29T03:00", "2026-03-29T03:59"])("Tallinn's wall time: has no %s", (text) => {
  expect(momentOf(text)).toBe("skipped");
});

it.each(["", "5.12.2026", "2026-02-30T10:00", "2026-12-05T25:00", "2026-12-05"])(
  "Tallinn's wall time: does not read %j",
  (text) => {
    expect(momentOf(text)).toBe("invalid");
  },
);

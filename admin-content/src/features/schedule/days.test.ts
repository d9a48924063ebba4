import { expect, it } from "vitest";
import { clockTime } from "#app/et/time.ts";
import { byDay, dayAfter, dayName, dayOf } from "./days.ts";

it("begins a day at midnight in Tallinn, in winter and in summer", () => {
  expect(dayOf("2026-11-27T21:59:59Z")).toBe("2026-11-27");
  expect(dayOf("2026-11-27T22:00:00Z")).toBe("2026-11-28");
  expect(dayOf("2026-07-01T20:59:59Z")).toBe("2026-07-01");
  expect(dayOf("2026-07-01T21:00:00Z")).toBe("2026-07-02");
});

it.each([
  [
    "the short day together when the clocks go forward",
    ["2026-03-28T22:00Z", "2026-03-29T00:59Z", "2026-03-29T01:00Z", "2026-03-29T21:00Z"],
    [
      ["2026-03-29", ["00:00", "02:59", "04:00"]],
      ["2026-03-30", ["00:00"]],
    ],
  ],
  [
    "the long day together when they go back, by time and not by the clock",
    ["2026-10-25T21:59Z", "2026-10-25T01:15Z", "2026-10-25T00:30Z", "2026-10-24T21:00Z"],
    [["2026-10-25", ["00:00", "03:30", "03:15", "23:59"]]],
  ],
])("keeps %s", (_, moments, expected) => {
  const days = byDay(moments.map((at) => ({ at })));
  const clocks = days.map(({ day, moments }) => [day, moments.map(({ at }) => clockTime(at))]);
  expect(clocks).toEqual(expected);
});

it("knows the next day by the calendar", () => {
  expect(dayAfter("2026-10-25")).toBe("2026-10-26");
  expect(dayAfter("2026-03-29")).toBe("2026-03-30");
  expect(dayAfter("2026-12-31")).toBe("2027-01-01");
});

it("writes a day out", () => {
  expect(dayName("2026-03-29")).toBe("pühapäev, 29. märts 2026");
});

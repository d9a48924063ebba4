import { expect, it } from "vitest";
import { daysOf, presets, rangeOf } from "./range.ts";

const at = new Date("2026-12-31T22:30:00Z");
const query = (text: string) => new URLSearchParams(text);

it("takes the days of the address", () => {
  const range = { from: "2026-11-01", until: "2026-11-02" };
  expect(rangeOf(query("algus=2026-11-01&lopp=2026-11-02"), at)).toEqual(range);
  expect(daysOf(range, 10)).toEqual(["2026-11-01", "2026-11-02"]);
  expect(daysOf(range, 1)).toEqual(["2026-11-01"]);
});

it.each([
  "",
  "algus=2026-11-02&lopp=2026-11-01",
  "algus=2026-02-31&lopp=2026-03-01",
  "algus=eile&lopp=täna",
])("shows this month for %j", (text) => {
  // In Tallinn the new year has begun.
  expect(rangeOf(query(text), at)).toEqual({ from: "2027-01-01", until: "2027-01-31" });
});

it("knows the months and years around now", () => {
  expect(presets(at).lastMonth).toEqual({ from: "2026-12-01", until: "2026-12-31" });
  expect(presets(at).thisYear).toEqual({ from: "2027-01-01", until: "2027-12-31" });
  expect(presets(new Date("2028-02-10T12:00:00Z")).thisMonth.until).toBe("2028-02-29");
});

import { expect, it } from "vitest";
import { moment } from "./time.ts";

it.each([
  ["2026-11-28T10:00:00.000Z", "28.11.2026 12:00"],
  ["2026-07-01T21:05:00.000Z", "2.7.2026 00:05"],
])("writes %s in Tallinn's time", (time, written) => {
  expect(moment(time)).toBe(written);
});

import { expect, test } from "vitest";
import cases from "./format.cases.json" with { type: "json" };
import { clock, date, duration, euro, spokenClock } from "./format.ts";

const writers = { duration, euro, date } as Record<string, (input: never) => string>;

test.each(cases)("$kind of $input is $output", ({ kind, input, output }) => {
  expect(writers[kind]?.(input as never)).toBe(output);
});

test("a playing position has two digits after the first part", () => {
  expect([0, 5, 65, 3723].map(clock)).toEqual(["0:00", "0:05", "1:05", "1:02:03"]);
});

test("a spoken position agrees with its number", () => {
  expect([0, 1, 62, 3723].map(spokenClock)).toEqual([
    "0 sekundit",
    "1 sekund",
    "1 minut 2 sekundit",
    "1 tund 2 minutit 3 sekundit",
  ]);
});

import { expect, test, vi } from "vitest";
import { safePath } from "#app/api/safe-path.ts";
import { envelopeUrl, sendError, stackFrames } from "./sentry.ts";

test.each([
  [
    "https://abc@vead.example/7",
    "https://vead.example/api/7/envelope/?sentry_version=7&sentry_key=abc",
  ],
  [
    "https://abc@vead.example/vead/7",
    "https://vead.example/vead/api/7/envelope/?sentry_version=7&sentry_key=abc",
  ],
  ["https://vead.example/7", null],
  ["https://abc@vead.example/", null],
  ["vead", null],
])("%s is posted to %s", (dsn, url) => {
  expect(envelopeUrl(dsn)).toBe(url);
});

test("stacks of all browsers are read, oldest call first", () => {
  const chrome =
    "Error: x\n    at f (https://h.ee/assets/a.js:1:20)\n    at https://h.ee/assets/b.js:3:4";
  const firefox = "f@https://h.ee/assets/a.js:1:20\n@https://h.ee/assets/b.js:3:4";
  const frames = [
    { function: "?", filename: "https://h.ee/assets/b.js", lineno: 3, colno: 4 },
    { function: "f", filename: "https://h.ee/assets/a.js", lineno: 1, colno: 20 },
  ];
  expect(stackFrames(chrome)).toEqual(frames);
  expect(stackFrames(firefox)).toEqual(frames);
});

test("tokens in addresses are left out", () => {
  expect(safePath("/reset-password/saladus")).toBe("/reset-password/…");
  expect(safePath("/kaardimakse/start-trial/saladus")).toBe("/kaardimakse/start-trial/…");
  expect(safePath("/raamatud/kevade")).toBe("/raamatud/kevade");
});

test("an envelope has three lines, of which the last is the event", async () => {
  const calls: [string, RequestInit][] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    calls.push([url, init]);
    return new Response();
  });
  await sendError("https://abc@vead.example/7", "production", new TypeError("katki"), "window");
  const lines = String(calls[0]?.[1].body)
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(3);
  expect(lines[1]).toEqual({ type: "event" });
  expect(lines[2]).toMatchObject({
    event_id: lines[0].event_id,
    environment: "production",
    tags: { where: "window" },
    exception: { values: [{ type: "TypeError", value: "katki" }] },
  });
});

// The next visit sends what a closed page could not send, but only for the same person.
import { beforeEach, expect, it } from "vitest";
import { type Asked, fakeServer } from "#app/testing/server.ts";
import { hasUnsent } from "./has-unsent.ts";
import { sendUnsent } from "./send-unsent.ts";

let calls: Asked[];
let server: { bookId: string; index: number; position: number; revision: number }[];

beforeEach(() => {
  server = [];
  calls = fakeServer({
    "GET /positions": () => server,
    "PUT /positions/kevade": { revision: 8 },
    "POST /reading": { readingTotalDurationMinutes: 1 },
  }).asked;
});

const sent = (method: string) =>
  calls.filter(({ call }) => call.startsWith(method)).map(({ call, body }) => [call, body]);

function leaveBehind(unsent: boolean) {
  const kevade = { index: 1, position: 30, revision: 7, unsent };
  localStorage.setItem(
    "heliriiul.positions",
    JSON.stringify({ userId: "mari", books: { kevade } }),
  );
}

const REPORT = {
  userId: "mari",
  bookId: "kevade",
  playbackSpeed: 1,
  startedAtEpoch: 10,
  endedAtEpoch: 20,
  source: "WEB",
};

it("unsent data does not exist for most", () => {
  expect(hasUnsent()).toBe(false);
  leaveBehind(false);
  expect(hasUnsent()).toBe(false);
});

it("unsent data is sent: reports, and positions without a newer save", async () => {
  leaveBehind(true);
  localStorage.setItem("heliriiul.reports", JSON.stringify([REPORT]));
  server = [{ bookId: "kevade", index: 0, position: 0, revision: 7 }];
  expect(hasUnsent()).toBe(true);
  await sendUnsent("mari");
  const { userId: _, ...report } = REPORT;
  const withSendingTime = { ...report, sentAtEpoch: expect.any(Number) };
  expect(sent("POST")).toEqual([["POST /reading", withSendingTime]]);
  const place = { index: 1, position: 30, revision: 7 };
  expect(sent("PUT")).toEqual([["PUT /positions/kevade", place]]);
  await expect.poll(hasUnsent).toBe(false);
});

it("unsent data yields to a newer save of another device", async () => {
  leaveBehind(true);
  server = [{ bookId: "kevade", index: 2, position: 5, revision: 9 }];
  await sendUnsent("mari");
  expect(sent("PUT")).toEqual([]);
  expect(hasUnsent()).toBe(false);
});

it("unsent data is not sent by another person", async () => {
  leaveBehind(true);
  await sendUnsent("jaan");
  expect(calls).toEqual([]);
});

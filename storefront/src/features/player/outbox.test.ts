import { expect, it } from "vitest";
import { ApiError } from "#app/api/errors.ts";
import { createOutbox } from "./outbox.ts";
import type { Report } from "./reporter.ts";
import { settlePromises } from "./testing.ts";

const failure = (status: number) =>
  new ApiError({ type: "about:blank", title: "", status, code: "x" });

function report(start: number, end: number): Report {
  return {
    bookId: "kevade",
    playbackSpeed: 1,
    startedAtEpoch: start,
    endedAtEpoch: end,
    source: "WEB",
  };
}

function setUp(userId = "mari") {
  const posted: [number, number, boolean][] = [];
  const server = { status: 200 };
  const outbox = createOutbox({
    userId,
    post: async (each, keepalive) => {
      if (server.status !== 200) throw failure(server.status);
      posted.push([each.startedAtEpoch, each.endedAtEpoch, keepalive]);
    },
  });
  /** Adds a report and waits for its request. */
  const add = async (start: number, end: number, leaving = false) => {
    outbox.add(report(start, end), leaving);
    await settlePromises();
  };
  return { outbox, posted, server, add };
}

const left = () => JSON.parse(localStorage.getItem("heliriiul.reports") ?? "[]").length;

it("sends at once and keeps nothing", async () => {
  const { posted, add } = setUp();
  await add(0, 60);
  expect(posted).toEqual([[0, 60, false]]);
  expect(left()).toBe(0);
});

it.each([0, 401, 429, 500, 503])(
  "keeps a report that met status %i and sends it later",
  async (status) => {
    const { posted, server, add } = setUp();
    server.status = status;
    await add(0, 60);
    await add(60, 120);
    expect(left()).toBe(2);
    server.status = 200;
    await setUp().outbox.flush();
    expect(left()).toBe(0);
    expect(posted).toEqual([]);
  },
);

it.each([400, 403, 404, 422])("drops a report that the server refuses with %i", async (status) => {
  const { server, add } = setUp();
  server.status = status;
  await add(0, 60);
  expect(left()).toBe(0);
});

it("replaces a report by its extension", async () => {
  const { outbox, posted, server, add } = setUp();
  server.status = 0;
  outbox.add(report(0, 20), true);
  await add(0, 45);
  expect(left()).toBe(1);
  server.status = 200;
  await outbox.flush();
  expect(posted).toEqual([[0, 45, false]]);
});

it("keeps an extension that came while the shorter one was on its way", async () => {
  const { outbox, posted, add } = setUp();
  outbox.add(report(0, 20), true);
  await add(0, 45, true);
  expect(posted).toEqual([
    [0, 20, true],
    [0, 45, true],
  ]);
  expect(left()).toBe(0);
});

it("does not send another person's listening", async () => {
  const mari = setUp("mari");
  mari.server.status = 0;
  await mari.add(0, 60);
  const jaan = setUp("jaan");
  await jaan.outbox.flush();
  expect(jaan.posted).toEqual([]);
  expect(left()).toBe(1);
});

it("lives with a storage that holds something else", async () => {
  localStorage.setItem("heliriiul.reports", '[{"bookId":7},null,"x"]');
  const { outbox, posted, add } = setUp();
  await outbox.flush();
  await add(0, 60);
  expect(posted).toHaveLength(1);
});

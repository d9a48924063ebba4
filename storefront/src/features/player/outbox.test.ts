// Reports are not lost with the network, a closed page or another person's login.
import { describe, expect, it } from "vitest";
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
  return { outbox, posted, server };
}

const left = () => JSON.parse(localStorage.getItem("heliriiul.reports") ?? "[]").length;

describe("the outbox", () => {
  it("sends at once and keeps nothing", async () => {
    const { outbox, posted } = setUp();
    outbox.add(report(0, 60), false);
    await settlePromises();
    expect(posted).toEqual([[0, 60, false]]);
    expect(left()).toBe(0);
  });

  it.each([0, 401, 429, 500, 503])(
    "keeps a report that met status %i and sends it later",
    async (status) => {
      const { outbox, posted, server } = setUp();
      server.status = status;
      outbox.add(report(0, 60), false);
      await settlePromises();
      outbox.add(report(60, 120), false);
      await settlePromises();
      expect(left()).toBe(2);
      server.status = 200;
      await setUp().outbox.flush();
      expect(left()).toBe(0);
      expect(posted).toEqual([]);
    },
  );

  it.each([400, 403, 404, 422])(
    "drops a report that the server refuses with %i",
    async (status) => {
      const { outbox, server } = setUp();
      server.status = status;
      outbox.add(report(0, 60), false);
      await settlePromises();
      expect(left()).toBe(0);
    },
  );

  it("replaces a report by its extension", async () => {
    const { outbox, posted, server } = setUp();
    server.status = 0;
    outbox.add(report(0, 20), true);
    outbox.add(report(0, 45), false);
    await settlePromises();
    expect(left()).toBe(1);
    server.status = 200;
    await outbox.flush();
    expect(posted).toEqual([[0, 45, false]]);
  });

  it("keeps an extension that came while the shorter one was on its way", async () => {
    const { outbox, posted } = setUp();
    outbox.add(report(0, 20), true);
    outbox.add(report(0, 45), true);
    await settlePromises();
    expect(posted).toEqual([
      [0, 20, true],
      [0, 45, true],
    ]);
    expect(left()).toBe(0);
  });

  it("does not send another person's listening", async () => {
    const mari = setUp("mari");
    mari.server.status = 0;
    mari.outbox.add(report(0, 60), false);
    await settlePromises();
    const jaan = setUp("jaan");
    await jaan.outbox.flush();
    expect(jaan.posted).toEqual([]);
    expect(left()).toBe(1);
  });

  it("lives with a storage that holds something else", async () => {
    localStorage.setItem("heliriiul.reports", '[{"bookId":7},null,"x"]');
    const { outbox, posted } = setUp();
    await outbox.flush();
    outbox.add(report(0, 60), false);
    await settlePromises();
    expect(posted).toHaveLength(1);
  });
});

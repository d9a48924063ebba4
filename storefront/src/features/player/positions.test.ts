import { describe, expect, it } from "vitest";
import { isLeap, type Place } from "./chapters.ts";
import { createPositions, type PutResult, type SavedPosition } from "./positions.ts";
import { FILED, HandClock, settlePromises } from "./testing.ts";

/** The server's side: one book's place, with the rule about revisions. */
class Server {
  saved: SavedPosition | null = null;
  reachable = true;
  puts: { place: Place; keepalive: boolean }[] = [];

  get = async () => {
    if (!this.reachable) throw new Error("network");
    return this.saved;
  };
  put = async (sent: SavedPosition, keepalive: boolean): Promise<PutResult> => {
    if (!this.reachable) return { kind: "failed" };
    const current = this.saved;
    if (current && current.revision !== sent.revision) return { kind: "stale", current };
    this.puts.push({ place: { index: sent.index, position: sent.position }, keepalive });
    this.saved = { index: sent.index, position: sent.position, revision: sent.revision + 1 };
    return { kind: "saved", revision: this.saved.revision };
  };
  /** Another device saves. */
  elsewhere(place: Place) {
    this.saved = { ...place, revision: (this.saved?.revision ?? 0) + 1 };
  }
}

function device(server: Server, userId = "mari", bookId = "kevade") {
  const clock = new HandClock();
  const winners: Place[] = [];
  const positions = createPositions({
    bookId,
    userId,
    clock,
    get: server.get,
    put: server.put,
    isLeap: (from, to) => isLeap(FILED, from, to),
    onNewerPosition: (place) => winners.push(place),
  });
  /** Saves and waits for the server's response. */
  const save = async (place: Place, leaving?: boolean) => {
    positions.save(place, leaving);
    await settlePromises();
  };
  return { positions, clock, winners, save };
}

/** A device that has opened the book. */
async function opened(server = new Server()) {
  const all = device(server);
  await all.positions.load();
  return { server, ...all };
}

const at = (position: number, index = 0): Place => ({ index, position });

describe("saving", () => {
  it("happens at most every 5 s while the sound goes on", async () => {
    const { server, positions, clock } = await opened();
    for (let second = 0; second < 21; second += 0.25) {
      positions.saveThrottled(at(second));
      await clock.pass(0.25);
    }
    expect(server.puts.map((each) => each.place.position)).toEqual([0, 5, 10, 15, 20]);
  });

  it("happens at once on a pause and on leaving, the latter to outlive the page", async () => {
    const { server, positions, save } = await opened();
    positions.saveThrottled(at(1));
    await settlePromises();
    await save(at(2));
    await save(at(3), true);
    expect(server.puts).toEqual([
      { place: at(1), keepalive: false },
      { place: at(2), keepalive: false },
      { place: at(3), keepalive: true },
    ]);
  });

  it("sends what could not be sent as soon as it can", async () => {
    const { server, positions, clock } = await opened();
    server.reachable = false;
    positions.save(at(40));
    await clock.pass(1);
    server.reachable = true;
    await positions.flush();
    expect(server.saved).toMatchObject(at(40));
  });
});

describe("opening", () => {
  it("begins a new book at its start", async () => {
    expect(await device(new Server()).positions.load()).toEqual({ place: null, lost: null });
  });

  it("starts at the server's position in a second browser", async () => {
    const server = new Server();
    server.elsewhere(at(70, 1));
    const { place } = await device(server).positions.load();
    expect(place).toMatchObject(at(70, 1));
  });

  it("starts at the local position when the server does not respond", async () => {
    const { server, save } = await opened();
    server.reachable = false;
    await save(at(33));
    expect((await device(server).positions.load()).place).toMatchObject(at(33));
  });

  it("sends a place that the closed page could not, when nothing came between", async () => {
    const { server, save } = await opened();
    await save(at(10));
    server.reachable = false;
    await save(at(95), true);
    server.reachable = true;
    expect(await device(server).positions.load()).toMatchObject({ place: at(95), lost: null });
    await settlePromises();
    expect(server.saved).toMatchObject(at(95));
  });

  it("prefers the server's position to a local one on an old revision", async () => {
    const { server, save } = await opened();
    server.reachable = false;
    await save(at(95));
    server.reachable = true;
    server.elsewhere(at(20, 2));
    const second = await device(server).positions.load();
    expect(second).toMatchObject({ place: at(20, 2), lost: at(95) });
  });

  it("does not use another person's position", async () => {
    const server = new Server();
    server.reachable = false;
    await device(server, "mari").save(at(95));
    expect((await device(server, "jaan").positions.load()).place).toBeNull();
  });

  it.each(["nonsense", "{}", '{"userId":"mari","books":{"kevade":{"index":"x"}}}', "null", "[]"])(
    "lives with %s in the storage",
    async (text) => {
      localStorage.setItem("heliriiul.positions", text);
      const { positions } = device(new Server());
      expect((await positions.load()).place).toBeNull();
      positions.save(at(5));
      expect(localStorage.getItem("heliriiul.positions")).toContain('"position":5');
    },
  );

  it("keeps the places of a few books, not of all that were ever opened", async () => {
    const server = new Server();
    server.reachable = false;
    for (let i = 0; i < 30; i++) await device(server, "mari", `raamat-${i}`).save(at(i));
    const kept = JSON.parse(localStorage.getItem("heliriiul.positions") ?? "{}");
    expect(Object.keys(kept.books)).toHaveLength(20);
    expect(kept.books["raamat-29"]).toMatchObject(at(29));
  });
});

describe("two devices", () => {
  it("near each other go on undisturbed", async () => {
    const { server, winners, save } = await opened();
    await save(at(50));
    server.elsewhere(at(80));
    await save(at(55));
    expect(winners).toEqual([]);
    expect(server.saved).toMatchObject(at(55));
  });

  it("far from each other: the stale one takes the winner's place", async () => {
    const { server, winners, save } = await opened();
    await save(at(5));
    server.elsewhere(at(30, 2));
    await save(at(10));
    expect(winners).toMatchObject([at(30, 2)]);
    expect(server.saved).toMatchObject(at(30, 2));
    await save(at(31, 2));
    expect(server.saved).toMatchObject(at(31, 2));
  });

  it("a page that lay still learns of the other one when the listener returns", async () => {
    const { server, positions, winners, save } = await opened();
    await save(at(5));
    await positions.refresh();
    expect(winners).toEqual([]);
    server.elsewhere(at(30, 2));
    await positions.refresh();
    expect(winners).toMatchObject([at(30, 2)]);
  });
});

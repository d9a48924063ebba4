import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { consumeEvents, discardEvents, type TrackedEvent } from "#app/api/track.ts";
import { type Asked, fakeServer, problem } from "#app/testing/server.ts";
import { type Listening, openListening } from "./listening.ts";
import { FakeMedia, FILED, HandClock } from "./testing.ts";

let clock: HandClock;
let media: FakeMedia;
let server: ReturnType<typeof fakeServer>;
let filesStatus: number;
let saved: { index: number; position: number; revision: number } | null;
let tracked: TrackedEvent[];
let stopTracking: () => void;
let open: Listening[];

beforeEach(() => {
  discardEvents();
  clock = new HandClock();
  media = new FakeMedia(clock);
  media.lengths.set("01.mp3", 120).set("02.mp3", 90).set("03.mp3", 60);
  filesStatus = 200;
  saved = null;
  open = [];
  tracked = [];
  stopTracking = consumeEvents((event) => tracked.push(event));
  const files = () => {
    if (filesStatus !== 200) return problem(filesStatus, "x");
    const ticketExpiresAt = new Date(clock.now() + 6 * 3_600_000).toISOString();
    return { files: [], ticket: "t1", ticketExpiresAt, chapters: FILED };
  };
  server = fakeServer({
    "GET /books/kevade/files": files,
    "GET /books/suvi/files": files,
    "GET /positions": () => (saved ? [{ bookId: "kevade", ...saved }] : []),
    "PUT /positions/kevade": ({ body }: Asked) => {
      const sent = body as NonNullable<typeof saved>;
      if (saved && saved.revision !== sent.revision) {
        return problem(409, "stale-revision", { current: saved });
      }
      saved = { ...sent, revision: sent.revision + 1 };
      return saved;
    },
    "POST /reading": { readingTotalDurationMinutes: 1 },
  });
});

afterEach(() => {
  for (const listening of open) listening.close();
  stopTracking();
});

async function start(bookId = "kevade") {
  const refused = vi.fn();
  const broken = vi.fn();
  const listening = await openListening({
    bookId,
    userId: "mari",
    mediaUrl: "/media",
    onRefused: refused,
    onFileError: broken,
    clock,
    audio: () => {
      const audio = media.audio();
      // The fake server identifies files by their names without a path.
      return Object.defineProperty(audio, "src", {
        set(value: string) {
          this.address = value.replace(`/media/books/${bookId}/`, "/media/");
        },
        get() {
          return this.address ?? "";
        },
      });
    },
  });
  open.push(listening);
  await clock.pass(0.3);
  return { listening, engine: listening.engine, refused, broken };
}

const reports = () => server.asked.filter(({ call }) => call === "POST /reading");
const puts = () => server.asked.filter(({ call }) => call.startsWith("PUT"));
/** Real fetch answers take a few more turns than the clock's own promises. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("a listening", () => {
  it("begins where the server says", async () => {
    saved = { index: 1, position: 42, revision: 7 };
    const { engine } = await start();
    expect(engine.getSnapshot()).toMatchObject({ index: 1, position: 42, phase: "paused" });
    expect(media.elements[0]?.src).toBe("/media/02.mp3?ticket=t1");
  });

  it("throws what the files call answers", async () => {
    filesStatus = 402;
    await expect(start()).rejects.toMatchObject({ status: 402 });
  });

  it("reports and saves: a minute, a pause, the end", async () => {
    const { engine } = await start();
    engine.play();
    for (let i = 0; i < 66; i++) {
      await clock.pass(1);
      await settle();
    }
    engine.pause();
    await clock.pass(0.3);
    await settle();
    expect(reports().map(({ body }) => body)).toMatchObject([
      { bookId: "kevade", playbackSpeed: 1, source: "WEB" },
      { bookId: "kevade", playbackSpeed: 1, source: "WEB" },
    ]);
    // Every 5 s and once more on the pause.
    expect(puts()).toHaveLength(Math.ceil(66 / 5) + 1);
    expect(saved).toMatchObject({ index: 0 });
    expect(saved?.position).toBeGreaterThan(65);
    expect(tracked.map((event) => event.name)).toEqual([
      "book listening started",
      "chapter start",
      "book listening paused",
    ]);
  });

  it("reports at the end of the last chapter", async () => {
    saved = { index: 2, position: 50, revision: 1 };
    const { engine } = await start();
    engine.play();
    await clock.pass(12);
    await settle();
    expect(engine.getSnapshot().phase).toBe("ended");
    expect(reports()).toHaveLength(1);
    expect(saved).toMatchObject({ index: 2, position: 60 });
  });

  it("says where the sound was when the page is left", async () => {
    const { engine } = await start();
    engine.play();
    await clock.pass(3);
    await settle();
    server.asked.length = 0;
    dispatchEvent(new Event("pagehide"));
    await settle();
    expect(server.asked.map(({ call, keepalive }) => [call, keepalive])).toEqual([
      ["POST /reading", true],
      ["PUT /positions/kevade", true],
    ]);
    expect(saved?.position).toBeCloseTo(2.75, 0);
  });

  it("saves nothing of a book that was not played", async () => {
    const { listening } = await start();
    dispatchEvent(new Event("pagehide"));
    listening.close();
    await settle();
    expect(puts()).toEqual([]);
    expect(reports()).toEqual([]);
  });

  it("offers to return after a leap, and returns", async () => {
    const { listening, engine } = await start();
    engine.seek({ index: 0, position: 30 });
    await clock.pass(0.3);
    expect(listening.returnPoint.get()).toBeNull();
    engine.next();
    await clock.pass(0.3);
    expect(listening.returnPoint.get()).toEqual({ index: 0, position: 30 });
    listening.returnPoint.take();
    await clock.pass(0.3);
    expect(engine.getSnapshot()).toMatchObject({ index: 0, position: 30 });
  });

  it("keeps the rate for another book, but not the volume", async () => {
    const first = await start("kevade");
    first.engine.setRate(1.7);
    first.engine.setVolume(0.2);
    await clock.pass(0.2);
    first.listening.close();
    const again = await start("kevade");
    expect(again.engine.getSnapshot()).toMatchObject({ rate: 1.7, volume: 0.2 });
    again.listening.close();
    const other = await start("suvi");
    expect(other.engine.getSnapshot()).toMatchObject({ rate: 1.7, volume: 1 });
  });

  it("silences the one before", async () => {
    const first = await start();
    first.engine.play();
    await clock.pass(1);
    const second = await start();
    second.engine.play();
    await clock.pass(1);
    expect(first.engine.getSnapshot().phase).toBe("paused");
    expect(media.heard).toHaveLength(1);
  });

  it("stops by the sleep timer: by minutes, or at the chapter's end", async () => {
    const { listening, engine } = await start();
    listening.sleep.set(1);
    engine.play();
    await clock.pass(61);
    expect(engine.getSnapshot().phase).toBe("paused");
    expect(listening.sleep.get()).toBeNull();
    listening.sleep.set("chapter");
    engine.play();
    await clock.pass(65);
    expect(engine.getSnapshot()).toMatchObject({ phase: "paused", index: 1 });
    expect(listening.sleep.get()).toBeNull();
  });

  it("tells of a refusal and of a broken file", async () => {
    const { engine, refused, broken } = await start();
    media.broken.add("02.mp3");
    engine.next();
    for (let i = 0; i < 40; i++) {
      await clock.pass(0.2);
      await settle();
    }
    expect(broken).toHaveBeenCalledOnce();
    filesStatus = 402;
    engine.play();
    await settle();
    await clock.pass(0.2);
    expect(refused).toHaveBeenCalledWith(expect.objectContaining({ status: 402 }));
  });
});

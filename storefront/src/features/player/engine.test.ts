import { describe, expect, it } from "vitest";
import type { Chapter, Place } from "./chapters.ts";
import { createEngine } from "./engine.ts";
import type { EngineEvent } from "./state.ts";
import { FakeMedia, FILED, HandClock, MARKED } from "./testing.ts";
import type { Renewal } from "./tickets.ts";

/** Chapter and second. */
const at = (index: number, position: number): Place => ({ index, position });

type Setup = { chapters?: Chapter[]; place?: Place; rate?: number; livesS?: number };

function setUp({ chapters = FILED, place = at(0, 0), rate = 1, livesS }: Setup = {}) {
  const clock = new HandClock();
  const media = new FakeMedia(clock);
  media.lengths
    .set("01.mp3", 120.02)
    .set("02.mp3", 90.03)
    .set("03.mp3", 60.01)
    .set("raamat.m4b", 270)
    .set("pikk.mp3", 5000);
  const events: EngineEvent[] = [];
  let tickets = 1;
  const server = { answer: "ticket" as "ticket" | "refuse" | "silence", asked: 0 };
  const renew = async (): Promise<Renewal> => {
    server.asked++;
    if (server.answer === "silence") return { kind: "unreachable" };
    if (server.answer === "refuse") return { kind: "refused", error: new Error("402") };
    const ticket = `t${++tickets}`;
    media.goodTickets.add(ticket);
    return { kind: "renewed", source: media.source(chapters, ticket) };
  };
  const engine = createEngine({
    source: media.source(chapters, "t1", livesS),
    place,
    rate,
    volume: 1,
    audio: media.audio,
    clock,
    renew,
  });
  engine.on((event) => {
    if (event.type !== "progress") events.push(event);
  });
  const names = () => events.map((event) => event.type);
  /** Presses play, and returns the state a second later. */
  const play = async () => {
    engine.play();
    await clock.pass(1);
    return engine.getSnapshot();
  };
  return { engine, clock, media, events, names, play, server, state: engine.getSnapshot };
}

async function playing(setup: Setup = {}) {
  const all = setUp(setup);
  all.engine.play();
  await all.clock.pass(0.5);
  expect(all.state().phase).toBe("playing");
  return all;
}

/** Counts the milliseconds without sound from now on. */
function silenceOf(clock: HandClock, media: FakeMedia) {
  let silence = 0;
  clock.onStep.add((ms) => {
    if (media.heard.length === 0) silence += ms;
  });
  return () => silence;
}

describe("opening", () => {
  it("says nothing but loading until the element answers, then waits for the listener", async () => {
    const { state, clock, media, events } = setUp({ place: at(1, 30) });
    expect(state()).toMatchObject({ phase: "loading", index: 1, position: 30, length: 90 });
    await clock.pass(0.5);
    expect(state().phase).toBe("paused");
    expect(media.elements[0]?.currentTime).toBe(30);
    expect(media.heard).toHaveLength(0);
    expect(events).toEqual([]);
  });

  it("keeps the pitch at any rate", async () => {
    const { media } = await playing({ rate: 2 });
    expect(media.elements.every((each) => each.preservesPitch)).toBe(true);
    expect(media.heard[0]?.playbackRate).toBe(2);
  });

  it.each([
    ["past the last chapter", at(9, 5), at(0, 0)],
    ["at the end of the book", at(2, 59.8), at(0, 0)],
    ["past the end of a chapter", at(1, 500), at(1, 90)],
    ["before the start", at(0, -4), at(0, 0)],
    ["not a number", { index: Number.NaN, position: Number.NaN }, at(0, 0)],
  ])("opens a stored place %s where there is something to hear", (_, place, expected) => {
    expect(setUp({ place }).state()).toMatchObject(expected);
  });

  it("stays paused when the browser wants a click first", async () => {
    const { media, names, play } = setUp();
    media.needsClick = true;
    expect((await play()).phase).toBe("paused");
    media.needsClick = false;
    expect((await play()).phase).toBe("playing");
    expect(names()).toEqual(["started"]);
  });
});

describe("play and pause", () => {
  it("follows the element, and tells of a beginning and an end once each", async () => {
    const { engine, clock, media, state, names, play } = await playing();
    await clock.pass(10);
    expect(state().position).toBeCloseTo(10.2, 0);
    engine.pause();
    expect(state().phase).toBe("playing");
    await clock.pass(0.1);
    expect(state().phase).toBe("paused");
    expect(names()).toEqual(["started", "paused"]);
    await play();
    // A pause from outside.
    media.heard[0]?.pause();
    await clock.pass(0.1);
    expect(state().phase).toBe("paused");
    expect(names().slice(2)).toEqual(["started", "paused"]);
  });

  it("ends up as the last of two quick presses said", async () => {
    const { engine, clock, media } = await playing();
    engine.toggle();
    engine.toggle();
    await clock.pass(0.3);
    expect(media.heard).toHaveLength(1);
    engine.toggle();
    await clock.pass(0.3);
    expect(media.heard).toHaveLength(0);
  });

  it("can be paused while it waits for bytes", async () => {
    const { engine, media, clock, state, play } = setUp();
    media.stalled = true;
    expect((await play()).phase).toBe("waiting");
    engine.pause();
    media.stalled = false;
    await clock.pass(1);
    expect(state().phase).toBe("paused");
    expect(media.heard).toHaveLength(0);
  });

  it("waits visibly when the bytes stop, and goes on when they come", async () => {
    const { media, clock, state, names } = await playing();
    const element = media.heard[0];
    if (element) element.bufferedTo = 5;
    media.stalled = true;
    await clock.pass(8);
    expect(state().phase).toBe("waiting");
    media.stalled = false;
    element?.resume();
    await clock.pass(0.5);
    expect(state().phase).toBe("playing");
    expect(names()).toEqual(["started"]);
  });
});

describe.each([
  ["a file a chapter", FILED],
  ["marks in one file", MARKED],
])("chapters as %s", (_, chapters) => {
  it("go on by themselves at the same speed, without a gap", async () => {
    const { engine, clock, media, state, names } = await playing({ chapters, place: at(0, 115) });
    engine.setRate(1.5);
    const silence = silenceOf(clock, media);
    await clock.pass(8);
    expect(state()).toMatchObject({ phase: "playing", index: 1, rate: 1.5 });
    expect(media.heard[0]?.playbackRate).toBe(1.5);
    expect(silence()).toBeLessThanOrEqual(150);
    expect(names()).toEqual(["started", "rate", "chapter"]);
  });

  it("end with the last one: the listening is over", async () => {
    const { clock, media, state, names, play } = await playing({ chapters, place: at(2, 55) });
    await clock.pass(8);
    expect(state()).toMatchObject({ phase: "ended", index: 2, position: 60 });
    expect(media.heard).toHaveLength(0);
    expect(names()).toEqual(["started", "finished"]);
    expect(await play()).toMatchObject({ phase: "playing", index: 0 });
  });

  it.each([
    ["next", 0, 1],
    ["next", 1, 2],
    ["next", 2, 0],
    ["previous", 2, 1],
    ["previous", 1, 0],
    ["previous", 0, 0],
  ] as const)("%s from %i leads to the start of %i, still playing", async (way, from, to) => {
    const { engine, clock, media, state } = await playing({ chapters, place: at(from, 20) });
    engine[way]();
    await clock.pass(0.4);
    expect(state()).toMatchObject({ phase: "playing", index: to });
    expect(state().position).toBeLessThan(1);
    expect(media.heard).toHaveLength(1);
  });

  it("stay paused when they are changed while paused", async () => {
    const { engine, clock, media, state } = setUp({ chapters });
    await clock.pass(0.3);
    engine.next();
    await clock.pass(0.3);
    expect(state()).toMatchObject({ phase: "paused", index: 1, position: 0 });
    expect(media.heard).toHaveLength(0);
  });

  it.each([
    [at(1, 10), -15, at(0, 115)],
    [at(0, 100), 30, at(1, 10)],
    [at(0, 5), -15, at(0, 0)],
    [at(1, 40), 15, at(1, 55)],
    [at(0, 100), 30, at(1, 70), 3],
  ])("are crossed by a skip: %o %i", async (place, seconds, expected, times = 1) => {
    const { engine, clock, state } = setUp({ chapters, place });
    await clock.pass(0.3);
    for (let i = 0; i < times; i++) engine.skip(seconds);
    await clock.pass(0.5);
    expect(state()).toMatchObject(expected);
  });

  it("a skip over the end of the book ends it", async () => {
    const { engine, clock, names } = await playing({ chapters, place: at(2, 50) });
    engine.skip(30);
    await clock.pass(0.5);
    expect(names()).toEqual(["started", "moved", "finished"]);
  });

  it("can end the listening, for the sleep timer", async () => {
    const all = await playing({ chapters, place: at(0, 115) });
    const { engine, clock, media, state, names, play } = all;
    engine.stopAtChapterEnd(true);
    await clock.pass(8);
    expect(state()).toMatchObject({ phase: "paused", index: 1 });
    expect(media.heard).toHaveLength(0);
    expect(names()).toContain("paused");
    expect(await play()).toMatchObject({ phase: "playing", index: 1 });
  });

  it("a full quota lets the chapter end and no other begin", async () => {
    const { clock, server, state, names, media, play } = await playing({ chapters });
    await clock.pass(60);
    server.answer = "refuse";
    await clock.pass(65);
    expect(state()).toMatchObject({ phase: "paused", index: 0, position: 120 });
    expect(names()).toEqual(["started", "paused", "refused"]);
    expect(media.heard).toHaveLength(0);
    server.answer = "ticket";
    expect(await play()).toMatchObject({ phase: "playing", index: 1 });
  });
});

describe("seeking", () => {
  it("shows the new place only when the element is there", async () => {
    const { engine, clock, state } = await playing();
    engine.seek(at(0, 80));
    expect(state().position).toBeLessThan(2);
    await clock.pass(0.2);
    expect(state().position).toBeGreaterThanOrEqual(80);
  });

  it.each([
    [at(0, 50), false],
    [at(0, 90), true],
    [at(1, 0), true],
    [at(2, 0), true],
  ])("to %o is a leap: %s", async (to, leap) => {
    const { engine, clock, events } = setUp();
    await clock.pass(0.3);
    engine.seek(to);
    await clock.pass(0.3);
    expect(events).toContainEqual({ type: "moved", from: at(0, 0), leap });
  });
});

describe("speed and volume", () => {
  it.each([
    [0.1, 0.5],
    [1.26, 1.3],
    [9, 2.5],
  ])("takes the rate %f as %f", async (asked, rate) => {
    const { engine, clock, state, media } = await playing();
    engine.setRate(asked);
    expect(state().rate).toBe(1);
    await clock.pass(0.1);
    expect(state().rate).toBe(rate);
    expect(media.heard[0]?.playbackRate).toBe(rate);
  });

  it("adds up quick presses", async () => {
    const { engine, clock, state } = await playing();
    for (let i = 0; i < 7; i++) engine.changeRate(0.1);
    for (let i = 0; i < 3; i++) engine.changeVolume(-0.1);
    await clock.pass(0.1);
    expect(state()).toMatchObject({ rate: 1.7, volume: 0.7 });
  });

  it("keeps volume within 0 and 1, and mutes beside it", async () => {
    const { engine, clock, state } = await playing();
    engine.setVolume(0.34);
    engine.toggleMute();
    await clock.pass(0.1);
    expect(state()).toMatchObject({ volume: 0.3, muted: true });
    engine.setVolume(4);
    await clock.pass(0.1);
    expect(state()).toMatchObject({ volume: 1, muted: false });
  });

  it("has the next chapter's file as loud as this one", async () => {
    const { engine, clock, media } = await playing({ place: at(0, 110) });
    engine.setVolume(0.4);
    await clock.pass(12);
    expect(media.heard[0]).toMatchObject({ src: "/media/02.mp3?ticket=t1", volume: 0.4 });
  });
});

describe("tickets", () => {
  it("an expired one is renewed at the same second, within a second", async () => {
    const { clock, media, state, server, names } = await playing({ place: at(0, 20) });
    media.goodTickets.delete("t1");
    const element = media.heard[0];
    const silence = silenceOf(clock, media);
    if (element) element.bufferedTo = 30;
    await clock.pass(15);
    expect(state()).toMatchObject({ phase: "playing", index: 0 });
    expect(state().position).toBeGreaterThan(34);
    expect(silence()).toBeLessThan(1000);
    expect(server.asked).toBe(1);
    expect(names()).toEqual(["started"]);
  });

  const LONG: Chapter[] = [{ title: "Kõik", file: "pikk.mp3", start: 0, end: 5000 }];

  it("one that is about to expire is replaced without any silence", async () => {
    const { clock, media, state, server, names } = await playing({ chapters: LONG, livesS: 305 });
    const [first, second] = media.elements;
    if (first) first.bufferedTo = 1000;
    const silence = silenceOf(clock, media);
    let twice = 0;
    clock.onStep.add((ms) => {
      if (media.heard.length > 1) twice += ms;
    });
    const begun = state().position;
    await clock.pass(200);
    expect(media.heard).toEqual([second]);
    expect(second?.src).toContain("ticket=t2");
    expect(state().position - begun).toBeCloseTo(200, 0);
    expect(silence()).toBeLessThanOrEqual(100);
    expect(twice).toBe(0);
    expect(server.asked).toBe(1);
    expect(names()).toEqual(["started"]);
  });

  it("one that is about to expire matters not when the whole file is here", async () => {
    const { clock, media, server } = await playing({ chapters: LONG, livesS: 305 });
    await clock.pass(400);
    expect(server.asked).toBe(0);
    expect(media.asked).toHaveLength(1);
  });

  it.each([-86_400, 0, 60])(
    "one that lives %i s by a wrong clock is not renewed over and over",
    async (livesS) => {
      const { clock, media, server, state } = await playing({ chapters: LONG, livesS });
      for (const each of media.elements) each.bufferedTo = 1000;
      await clock.pass(400);
      expect(state().phase).toBe("playing");
      expect(server.asked).toBe(0);
    },
  );

  it("an expired one is no trouble for the next chapter's file", async () => {
    const { clock, media, state, server } = await playing({ place: at(0, 85) });
    media.goodTickets.delete("t1");
    const silence = silenceOf(clock, media);
    await clock.pass(40);
    expect(state()).toMatchObject({ phase: "playing", index: 1 });
    expect(silence()).toBeLessThanOrEqual(100);
    expect(server.asked).toBe(1);
  });

  it("one that expired during a pause is renewed when the listener comes back", async () => {
    const { engine, clock, media, play, server } = await playing({ place: at(0, 20) });
    engine.pause();
    await clock.pass(1);
    for (const each of media.elements) each.bufferedTo = 30;
    media.goodTickets.delete("t1");
    clock.sleep(7 * 3600);
    expect(await play()).toMatchObject({ phase: "playing", position: expect.closeTo(21, 0) });
    expect(server.asked).toBe(1);
  });

  it("a refusal on an expired ticket stops the sound and is told", async () => {
    const { clock, media, server, state, events } = await playing();
    server.answer = "refuse";
    media.goodTickets.clear();
    for (const each of media.elements) each.bufferedTo = 10;
    await clock.pass(12);
    expect(state().phase).toBe("paused");
    expect(events.at(-1)).toMatchObject({ type: "refused" });
  });
});

describe("failures", () => {
  it("gives a damaged file up after a few tries and says so once", async () => {
    const { engine, clock, media, state, names, play } = setUp();
    media.broken.add("01.mp3");
    engine.play();
    await clock.pass(5);
    expect(state().phase).toBe("failed");
    expect(names()).toEqual(["file-error"]);
    media.broken.clear();
    expect((await play()).phase).toBe("playing");
  });

  it("ends the listening when a file breaks off", async () => {
    const { clock, media, names } = await playing();
    media.broken.add("01.mp3");
    media.heard[0]?.breakDown(3);
    await clock.pass(5);
    expect(names()).toEqual(["started", "paused", "file-error"]);
  });

  it("reports a damaged file although nobody pressed play, and plays another chapter", async () => {
    const { engine, clock, media, names, play } = setUp();
    media.broken.add("01.mp3");
    await clock.pass(5);
    expect(names()).toEqual(["file-error"]);
    engine.play();
    await clock.pass(5);
    engine.next();
    expect(await play()).toMatchObject({ phase: "playing", index: 1 });
  });

  it("does not hammer the server over a damaged next file", async () => {
    const { clock, media, server } = await playing({ place: at(0, 91) });
    media.broken.add("02.mp3");
    await clock.pass(25);
    expect(server.asked).toBeLessThanOrEqual(3);
    expect(media.asked.length).toBeLessThanOrEqual(4);
  });

  it("waits for the network and goes on at the same second when it is back", async () => {
    const { engine, clock, media, server, state } = await playing({ place: at(0, 20) });
    server.answer = "silence";
    media.heard[0]?.breakDown(2);
    await clock.pass(20);
    expect(state()).toMatchObject({ phase: "waiting", offline: true });
    expect(server.asked).toBeLessThan(8);
    server.answer = "ticket";
    engine.online();
    await clock.pass(0.5);
    expect(state()).toMatchObject({ phase: "playing", offline: false });
    expect(state().position).toBeCloseTo(20.6, 0);
  });

  it("finds out by itself that the network is back", async () => {
    const { clock, media, server, state } = await playing();
    server.answer = "silence";
    media.heard[0]?.breakDown(2);
    await clock.pass(10);
    server.answer = "ticket";
    await clock.pass(16);
    expect(state().phase).toBe("playing");
  });

  it("takes a connection without bytes for dead after a while", async () => {
    const { engine, clock, media, state, server } = setUp();
    media.stalled = true;
    engine.play();
    await clock.pass(16);
    expect(server.asked).toBe(1);
    media.stalled = false;
    await clock.pass(1);
    expect(state().phase).toBe("playing");
  });

  it("obeys a seek made while it mends the connection", async () => {
    const { engine, clock, media, server, state } = await playing();
    server.answer = "silence";
    media.heard[0]?.breakDown(2);
    await clock.pass(1);
    engine.seek(at(1, 33));
    server.answer = "ticket";
    engine.online();
    await clock.pass(0.5);
    expect(state()).toMatchObject({ phase: "playing", index: 1 });
    expect(state().position).toBeGreaterThanOrEqual(33);
  });

  it("is silent after it is taken down, and tells that the listening ended", async () => {
    const { engine, clock, media, names } = await playing();
    engine.dispose();
    await clock.pass(1);
    expect(media.heard).toHaveLength(0);
    expect(media.elements.every((each) => each.src === "")).toBe(true);
    expect(names()).toEqual(["started", "paused"]);
  });
});

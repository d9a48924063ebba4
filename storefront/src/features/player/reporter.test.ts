import { describe, expect, it } from "vitest";
import { createReporter, type Report } from "./reporter.ts";
import { HandClock } from "./testing.ts";

function setUp() {
  const clock = new HandClock();
  const sent: { report: Report; leaving: boolean }[] = [];
  const reporter = createReporter({
    bookId: "kevade",
    clock,
    send: (report, leaving) => sent.push({ report, leaving }),
  });
  /** Sound for `seconds`. */
  const hear = async (seconds: number) => {
    for (let left = seconds; left > 1e-6; left -= 0.25) {
      await clock.pass(Math.min(0.25, left));
      reporter.progress();
    }
  };
  const start = clock.now() / 1000;
  /** What was sent as [start, end, speed], in seconds from the beginning of the test. */
  const intervals = () =>
    sent.map(({ report }) => [
      Math.round((report.startedAtEpoch - start) * 1000) / 1000,
      Math.round((report.endedAtEpoch - start) * 1000) / 1000,
      report.playbackSpeed,
    ]);
  return { clock, reporter, hear, sent, intervals };
}

/** Sound has started at speed 1. */
function started() {
  const all = setUp();
  all.reporter.started(1);
  return all;
}

describe("a pause", () => {
  it.each([
    [0.5, []],
    [1, []],
    [1.05, [[0, 1.05, 1]]],
    [12.5, [[0, 12.5, 1]]],
  ])("after %f s reports %j", async (seconds, expected) => {
    const { reporter, hear, intervals } = started();
    await hear(seconds);
    reporter.stopped();
    expect(intervals()).toEqual(expected);
  });

  it("is reported with everything the call needs", async () => {
    const { reporter, hear, sent } = setUp();
    reporter.started(1.5);
    await hear(10);
    reporter.stopped();
    const report = {
      bookId: "kevade",
      playbackSpeed: 1.5,
      startedAtEpoch: 1795860000,
      endedAtEpoch: 1795860010,
      source: "WEB",
    };
    expect(sent).toEqual([{ report, leaving: false }]);
  });

  it("is the end: nothing is reported until the next start", async () => {
    const { clock, reporter, hear, intervals } = started();
    await hear(5);
    reporter.stopped();
    reporter.stopped();
    reporter.speed(2);
    reporter.leaving();
    await clock.pass(200);
    reporter.started(1);
    await hear(5);
    reporter.stopped();
    expect(intervals()).toEqual([
      [0, 5, 1],
      [205, 210, 1],
    ]);
  });
});

it("long listening is reported every 60 seconds, without a hole or an overlap", async () => {
  const { reporter, hear, intervals } = started();
  await hear(150);
  reporter.stopped();
  expect(intervals()).toEqual([
    [0, 60, 1],
    [60, 120, 1],
    [120, 150, 1],
  ]);
});

describe("a change of speed", () => {
  it.each([
    [0.25, [[0, 10.25, 2]]],
    [0.3, [[0, 10.3, 2]]],
    // Reported, but an interval of a second or less is skipped.
    [0.35, [[0.35, 10.35, 2]]],
    [1, [[1, 11, 2]]],
    [
      20,
      [
        [0, 20, 1],
        [20, 30, 2],
      ],
    ],
  ])("%f s after the start makes %j", async (seconds, expected) => {
    const { reporter, hear, intervals } = started();
    await hear(seconds);
    reporter.speed(2);
    await hear(10);
    reporter.stopped();
    expect(intervals()).toEqual(expected);
  });

  it("while paused reports nothing", async () => {
    const { clock, reporter, intervals } = setUp();
    reporter.speed(2);
    await clock.pass(5);
    expect(intervals()).toEqual([]);
  });
});

describe("silence", () => {
  // A moment is part of the listening; what lasts is not counted.
  it.each([
    [4, [[0, 24.25, 1]]],
    [
      30,
      [
        [0, 10, 1],
        [40.25, 50.25, 1],
      ],
    ],
  ])("of %i s makes %j", async (seconds, expected) => {
    const { clock, reporter, hear, intervals } = started();
    await hear(10);
    await clock.pass(seconds);
    await hear(10.25);
    reporter.stopped();
    expect(intervals()).toEqual(expected);
  });

  it("of a sleeping computer is not counted", async () => {
    const { clock, reporter, hear, intervals } = started();
    await hear(10);
    clock.sleep(3600);
    await clock.pass(0.1);
    reporter.stopped();
    expect(intervals()[0]).toEqual([0, 10, 1]);
    expect(intervals()).toHaveLength(1);
  });
});

it("leaving the page reports what was heard, and a later report extends it", async () => {
  const { reporter, hear, sent, intervals } = started();
  await hear(20);
  reporter.leaving();
  await hear(20);
  reporter.stopped();
  expect(intervals()).toEqual([
    [0, 20, 1],
    [0, 40, 1],
  ]);
  expect(sent.map((each) => each.leaving)).toEqual([true, false]);
});

// For tests: a clock that they advance, and audio elements that play by it, with the events of browsers in
// their order.

import { vi } from "vitest";
import type { AudioLike } from "./audio-slot.ts";
import type { Chapter } from "./chapters.ts";
import type { Clock } from "./clock.ts";
import type { Source } from "./tickets.ts";

type Timer = { at: number; act: () => void };

export class HandClock implements Clock {
  private time = Date.parse("2026-11-28T10:00:00.000Z");
  private timers = new Set<Timer>();
  /** Gets the milliseconds of each step. */
  readonly onStep = new Set<(ms: number) => void>();

  now = () => this.time;

  after = (ms: number, act: () => void) => {
    const timer = { at: this.time + ms, act };
    this.timers.add(timer);
    return () => void this.timers.delete(timer);
  };

  /** Advances by `seconds` in steps of 50 ms, with promises resolved in between. */
  async pass(seconds: number) {
    const end = this.time + Math.round(seconds * 1000);
    await settlePromises();
    while (this.time < end) {
      const ms = Math.min(50, end - this.time);
      this.time += ms;
      for (const step of [...this.onStep]) step(ms);
      for (const timer of [...this.timers].sort((a, b) => a.at - b.at)) {
        if (timer.at > this.time || !this.timers.delete(timer)) continue;
        timer.act();
      }
      await settlePromises();
    }
  }

  /** The computer sleeps: the clock jumps and nothing happens in between. */
  sleep(seconds: number) {
    this.time += seconds * 1000;
  }
}

export async function settlePromises() {
  for (let i = 0; i < 8; i++) await Promise.resolve();
}

/** The simulated server: lengths of files, valid tickets, whether it responds. */
export class FakeMedia {
  readonly lengths = new Map<string, number>();
  readonly goodTickets = new Set<string>(["t1"]);
  readonly broken = new Set<string>();
  /** No bytes arrive while true. */
  stalled = false;
  /** Play requires a click. */
  needsClick = false;
  /** Addresses in the order of their requests. */
  readonly asked: string[] = [];
  readonly elements: FakeAudio[] = [];

  constructor(readonly clock: HandClock) {}

  audio = (): FakeAudio => {
    const element = new FakeAudio(this);
    this.elements.push(element);
    return element;
  };

  /** Makes `new Audio()` return one of these elements. */
  replaceAudio() {
    const { audio } = this;
    vi.stubGlobal("Audio", function make() {
      return audio();
    });
  }

  source(chapters: readonly Chapter[], ticket = "t1", livesS = 6 * 3600): Source {
    return {
      chapters,
      url: (file) => `/media/${file}?ticket=${ticket}`,
      expiresAt: this.clock.now() + livesS * 1000,
    };
  }

  /** The elements that sound now. */
  get heard() {
    return this.elements.filter((element) => element.sounds);
  }
}

export class FakeAudio extends EventTarget implements AudioLike {
  src = "";
  preload: AudioLike["preload"] = "";
  duration = Number.NaN;
  paused = true;
  seeking = false;
  readyState = 0;
  error: MediaError | null = null;
  preservesPitch = false;
  defaultPlaybackRate = 1;
  /** Seconds that can be played without another request. */
  bufferedTo = Number.POSITIVE_INFINITY;
  declare playbackRate: number;
  declare volume: number;
  declare muted: boolean;
  private time = 0;
  private sinceUpdate = 0;
  private loads = 0;

  constructor(private readonly media: FakeMedia) {
    super();
    this.defineObserved("playbackRate", 1, "ratechange");
    this.defineObserved("volume", 1, "volumechange");
    this.defineObserved("muted", false, "volumechange");
    media.clock.onStep.add((ms) => this.step(ms));
  }

  /** A property that fires `event` soon after each change. */
  private defineObserved(name: string, value: unknown, event: string) {
    let current = value;
    const set = (next: unknown) => {
      if (next !== current) this.soon(() => this.fire(event));
      current = next;
    };
    Object.defineProperty(this, name, { get: () => current, set });
  }

  get sounds() {
    return !this.paused && this.readyState >= 3 && !this.seeking && !this.ended;
  }
  get ended() {
    return this.readyState > 0 && this.time >= this.duration;
  }
  get buffered() {
    const end = Math.min(this.duration, this.bufferedTo);
    return { length: this.readyState > 0 ? 1 : 0, start: () => 0, end: () => end };
  }
  get currentTime() {
    return this.time;
  }
  set currentTime(value: number) {
    if (this.readyState === 0) return;
    this.time = Math.min(value, this.duration);
    this.seeking = true;
    const load = this.loads;
    this.soon(() => {
      if (load !== this.loads || this.media.stalled) return;
      this.seeking = false;
      this.fire("timeupdate");
      this.fire("seeked");
      if (!this.ended) return;
      this.paused = true;
      this.fire("ended");
    });
  }

  load() {
    const load = ++this.loads;
    this.paused = true;
    this.readyState = 0;
    this.seeking = false;
    this.error = null;
    this.time = 0;
    this.playbackRate = this.defaultPlaybackRate;
    if (!this.src) return;
    this.media.asked.push(this.src);
    const { pathname, searchParams } = new URL(this.src, "http://store.test");
    const file = pathname.replace("/media/", "");
    const arrive = () => {
      if (load !== this.loads) return;
      if (this.media.stalled) return void this.soon(arrive);
      const ticket = searchParams.get("ticket") ?? "";
      if (this.media.broken.has(file) || !this.media.goodTickets.has(ticket)) {
        return this.breakDown(4);
      }
      this.duration = this.media.lengths.get(file) ?? 0;
      this.readyState = 4;
      this.fire("loadedmetadata");
      this.fire("canplay");
      if (!this.paused) this.fire("playing");
    };
    this.soon(arrive);
  }

  async play() {
    if (this.media.needsClick) throw new DOMException("click first", "NotAllowedError");
    if (this.error) throw new DOMException("no source", "NotSupportedError");
    if (!this.paused) return;
    if (this.ended) this.time = 0;
    this.paused = false;
    this.soon(() => this.fire("play"));
    if (this.readyState >= 3) this.soon(() => this.fire("playing"));
  }

  pause() {
    if (this.paused) return;
    this.paused = true;
    this.soon(() => this.fire("pause"));
  }

  removeAttribute() {
    this.src = "";
  }

  /** The connection is lost or the file is damaged. */
  breakDown(code: number) {
    this.error = { code, message: "" } as MediaError;
    this.fire("error");
  }

  private step(ms: number) {
    if (!this.sounds) return;
    if (this.time >= this.bufferedTo) {
      const ticket = new URL(this.src, "http://store.test").searchParams.get("ticket") ?? "";
      if (!this.media.goodTickets.has(ticket)) return this.breakDown(2);
      if (this.media.stalled) {
        this.readyState = 2;
        return this.fire("waiting");
      }
    }
    this.time = Math.min(this.duration, this.time + (ms / 1000) * this.playbackRate);
    this.sinceUpdate += ms;
    if (this.sinceUpdate < 250 && !this.ended) return;
    this.sinceUpdate = 0;
    this.fire("timeupdate");
    if (!this.ended || this.paused) return;
    this.paused = true;
    this.fire("pause");
    this.fire("ended");
  }

  /** Bytes arrive again. */
  resume() {
    this.readyState = 4;
    this.fire("canplay");
    if (!this.paused) this.fire("playing");
  }

  private fire(type: string) {
    this.dispatchEvent(new Event(type));
  }
  private soon(act: () => void) {
    this.media.clock.after(50, act);
  }
}

/** Three chapters in one file each: 120, 90 and 60 seconds. */
export const FILED: Chapter[] = [
  { title: "Autorist", file: "01.mp3", start: 0, end: 120 },
  { title: "Teosest", file: "02.mp3", start: 0, end: 90 },
  { title: "Tegelastest", file: "03.mp3", start: 0, end: 60 },
];

/** The same lengths as marks in one file. */
export const MARKED: Chapter[] = [
  { title: "Autorist", file: "raamat.m4b", start: 0, end: 120 },
  { title: "Teosest", file: "raamat.m4b", start: 120, end: 210 },
  { title: "Tegelastest", file: "raamat.m4b", start: 210, end: 270 },
];

import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { clearToasts, Toaster } from "#app/kit/toast.tsx";
import { expectText } from "#app/testing/screen.tsx";
import { createSample } from "./sample.ts";
import { SamplePlayer, sampleUrl } from "./sample-player.tsx";
import { FakeMedia, HandClock } from "./testing.ts";

function setUp(seconds: number) {
  const clock = new HandClock();
  const media = new FakeMedia(clock);
  media.lengths.set("sample.mp3", seconds);
  const failed = vi.fn();
  const sample = createSample("/media/sample.mp3?ticket=t1", media.audio(), failed);
  return { clock, media, sample, failed };
}

describe("a sample", () => {
  it("loads nothing before it is wanted", () => {
    const { media, sample } = setUp(30);
    expect(sample.get()).toMatchObject({ phase: "stopped", length: 600 });
    expect(media.asked).toEqual([]);
  });

  it("plays, pauses, goes on, and stops at its end", async () => {
    const { clock, sample } = setUp(30);
    sample.toggle();
    await clock.pass(5);
    expect(sample.get()).toMatchObject({ phase: "playing", length: 30 });
    sample.toggle();
    await clock.pass(1);
    expect(sample.get().phase).toBe("paused");
    expect(sample.get().position).toBeCloseTo(4.8, 0);
    sample.toggle();
    await clock.pass(1);
    expect(sample.get().phase).toBe("playing");
    await clock.pass(30);
    expect(sample.get()).toMatchObject({ phase: "stopped", position: 0 });
    sample.toggle();
    await clock.pass(1);
    expect(sample.get().phase).toBe("playing");
    expect(sample.get().position).toBeLessThan(2);
  });

  it("goes no further than 600 seconds, however long the clip", async () => {
    const { clock, media, sample } = setUp(2000);
    sample.toggle();
    await clock.pass(1);
    expect(sample.get().length).toBe(600);
    sample.seek(595);
    await clock.pass(6);
    expect(sample.get()).toMatchObject({ phase: "stopped", position: 0 });
    expect(media.heard).toHaveLength(0);
  });

  it("begins where the bar was put before the first playing", async () => {
    const { clock, sample } = setUp(100);
    sample.seek(40);
    expect(sample.get().position).toBe(40);
    sample.toggle();
    await clock.pass(2);
    expect(sample.get().position).toBeCloseTo(41.7, 0);
  });

  it("is stopped by an error, says so, and can be tried again", async () => {
    const { clock, media, sample, failed } = setUp(30);
    media.broken.add("sample.mp3");
    sample.toggle();
    await clock.pass(1);
    expect(sample.get()).toMatchObject({ phase: "stopped", waiting: false });
    expect(failed).toHaveBeenCalledOnce();
    media.broken.clear();
    sample.toggle();
    await clock.pass(1);
    expect(sample.get().phase).toBe("playing");
  });

  it("falls silent when another begins", async () => {
    const one = setUp(30);
    const other = setUp(30);
    one.sample.toggle();
    await one.clock.pass(1);
    other.sample.toggle();
    await one.clock.pass(1);
    expect(one.sample.get().phase).toBe("paused");
  });
});

describe("the sample player", () => {
  let clock: HandClock;
  let media: FakeMedia;

  beforeEach(() => {
    clearToasts();
    clock = new HandClock();
    media = new FakeMedia(clock);
    media.lengths.set("samples/kevade/sample.mp3", 30);
    media.goodTickets.add("");
    media.replaceAudio();
  });

  it("is a named button and a bar", async () => {
    render(<SamplePlayer url={sampleUrl("/media", "kevade", "sample.mp3")} />);
    const bar = screen.getByRole("slider", { name: "Näidisklipi asukoht" });
    expect(bar).toHaveProperty("max", "600");
    await userEvent.click(screen.getByRole("button", { name: "Kuula näidisklippi" }));
    await act(() => clock.pass(5));
    expect(bar).toHaveProperty("max", "30");
    expect(bar.getAttribute("aria-valuetext")).toBe("4 sekundit");
    await userEvent.click(screen.getByRole("button", { name: "Peata näidisklipp" }));
    await act(() => clock.pass(1));
    expect(screen.getByRole("button", { name: "Kuula näidisklippi" })).toBeTruthy();
  });

  it("says that the file is bad", async () => {
    media.broken.add("samples/kevade/sample.mp3");
    render(
      <>
        <SamplePlayer url={sampleUrl("/media", "kevade", "sample.mp3")} />
        <Toaster label="Teated" closeLabel="Sulge" />
      </>,
    );
    await userEvent.click(screen.getByRole("button", { name: "Kuula näidisklippi" }));
    await act(() => clock.pass(1));
    await expectText("Audio faili viga");
    expect(screen.getByRole("button", { name: "Kuula näidisklippi" })).toBeTruthy();
  });

  it("is silent once its page is gone", async () => {
    const { unmount } = render(<SamplePlayer url={sampleUrl("/media", "kevade", "sample.mp3")} />);
    await userEvent.click(screen.getByRole("button", { name: "Kuula näidisklippi" }));
    await act(() => clock.pass(5));
    unmount();
    expect(media.heard).toHaveLength(0);
  });
});

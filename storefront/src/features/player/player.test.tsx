import { act, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { HelmetProvider } from "react-helmet-async";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { clearToasts, Toaster } from "#app/kit/toast.tsx";
import { aBook } from "#app/testing/data.ts";
import { button, expectText } from "#app/testing/screen.tsx";
import { fakeServer, problem } from "#app/testing/server.ts";
import { Player } from "./player.tsx";
import { FakeMedia, FILED, HandClock } from "./testing.ts";

const BOOK = { ...aBook({ id: "kevade" }), subscriptionBook: true, addedAt: "" };

let clock: HandClock;
let media: FakeMedia;
let filesStatus: number;
let filesCode: string;
let wide: boolean;

beforeEach(() => {
  clearToasts();
  clock = new HandClock();
  media = new FakeMedia(clock);
  media.lengths.set("books/kevade/01.mp3", 120).set("books/kevade/02.mp3", 90);
  media.lengths.set("books/kevade/03.mp3", 60);
  filesStatus = 200;
  filesCode = "x";
  wide = true;
  media.replaceAudio();
  vi.stubGlobal("matchMedia", () => ({
    matches: wide,
    addEventListener() {},
    removeEventListener() {},
  }));
  fakeServer({
    "GET /library": [BOOK],
    "GET /positions": [],
    "PUT /positions/kevade": { revision: 1 },
    "POST /reading": { readingTotalDurationMinutes: 1 },
    "GET /books/kevade/files": () => {
      if (filesStatus !== 200) return problem(filesStatus, filesCode);
      const ticketExpiresAt = new Date(Date.now() + 3_600_000).toISOString();
      return { files: [], ticket: "t1", ticketExpiresAt, chapters: FILED };
    },
  });
});

async function open() {
  const calls = {
    onClose: vi.fn(),
    onLogin: vi.fn(),
    onJoin: vi.fn(),
    onBuy: vi.fn(),
    onSheet: vi.fn(),
  };
  const view = render(
    <HelmetProvider>
      <Player bookId="kevade" userId="mari" mediaUrl="/media" withVolume {...calls} />
      <Toaster label="Teated" closeLabel="Sulge teade" />
    </HelmetProvider>,
  );
  return { ...calls, ...view };
}

async function opened() {
  const all = await open();
  await button("Eelmine peatükk");
  await act(() => clock.pass(0.5));
  return all;
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const spoken = () =>
  screen.getByRole("slider", { name: "Asukoht peatükis" }).getAttribute("aria-valuetext");

describe("the player", () => {
  it("shows the book, the chapter and the place, spoken in words", async () => {
    await opened();
    await screen.findByRole("heading", { level: 1, name: "Kevade" });
    await expectText("Oskar Luts", /Peatükk 1 \/ 3/);
    expect(spoken()).toBe("0 sekundit, kokku 2 minutit");
  });

  it("plays and pauses by the same button", async () => {
    await opened();
    await press(/^(Mängi|Peata)$/);
    await act(() => clock.pass(1));
    const playing = media.heard.length === 1;
    await press(/^(Mängi|Peata)$/);
    await act(() => clock.pass(1));
    expect(media.heard.length === 1).toBe(!playing);
  });

  it("obeys keys, but not while they mean something else", async () => {
    await opened();
    await userEvent.keyboard("l");
    await act(() => clock.pass(0.3));
    expect(spoken()).toContain("30 sekundit,");
    await userEvent.keyboard("j");
    await act(() => clock.pass(0.3));
    expect(spoken()).toContain("15 sekundit,");
    await userEvent.keyboard(">");
    await act(() => clock.pass(0.3));
    await expectText("1,1×");
    await userEvent.click(screen.getByRole("checkbox", { name: "Kiirklahvid" }));
    await userEvent.keyboard(">");
    await act(() => clock.pass(0.3));
    await expectText("1,1×");
  });

  it("goes to a chapter of the list and offers the way back", async () => {
    await opened();
    await press(/Tegelastest/);
    await act(() => clock.pass(0.5));
    await expectText(/Peatükk 3 \/ 3/);
    await press(/^Tagasi: 1\. peatükk, 0:0/);
    await act(() => clock.pass(0.5));
    await expectText(/Peatükk 1 \/ 3/);
    expect(screen.queryByRole("button", { name: /^Tagasi:/ })).toBeNull();
  });

  it("says that a file is bad", async () => {
    media.broken.add("books/kevade/01.mp3");
    await open();
    await button("Eelmine peatükk");
    // The second attempt waits one second of real time.
    for (let i = 0; i < 20 && !screen.queryAllByText("Audio faili viga").length; i++) {
      await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
      await act(() => clock.pass(0.2));
    }
    expect(screen.getAllByText("Audio faili viga").length).toBeGreaterThan(0);
  });

  it("closes by its button and by Esc", async () => {
    const { onClose } = await opened();
    await press("Sulge pleier");
    await userEvent.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledTimes(2);
  });
});

describe("on a narrow screen", () => {
  beforeEach(() => {
    wide = false;
  });

  it("settings are a sheet that the way back closes first", async () => {
    const { onClose, onSheet } = await opened();
    await press(/^Seaded/);
    const sheet = screen.getByRole("dialog", { name: "Seaded" });
    expect(within(sheet).getByRole("slider", { name: "Lugemise kiirus" })).toBeTruthy();
    const closeSheet = onSheet.mock.lastCall?.[0] as () => void;
    act(closeSheet);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(onSheet.mock.lastCall).toEqual([null]);
    expect(onClose).not.toHaveBeenCalled();
  });

  it("a chapter chosen in the sheet closes it", async () => {
    await opened();
    await press("Peatükid");
    await userEvent.click(within(screen.getByRole("dialog")).getByText("Teosest"));
    await act(() => clock.pass(0.5));
    expect(screen.queryByRole("dialog")).toBeNull();
    await expectText(/Peatükk 2 \/ 3/);
  });
});

describe("the files call answers", () => {
  it.each([
    ["Liitun piiramatu paketiga", "onJoin"],
    ["Lisan raamatu ostukorvi", "onBuy"],
    ["Sulge", "onClose"],
  ] as const)("402: the dialog's '%s' calls %s", async (button, expected) => {
    filesStatus = 402;
    filesCode = "quota-full";
    const calls = await open();
    const dialog = await screen.findByRole("dialog", { name: "Paketi maht on täis" });
    expect(calls.onClose).not.toHaveBeenCalled();
    const [last] = within(dialog).getAllByRole("button", { name: button }).slice(-1);
    if (last) await userEvent.click(last);
    expect(calls[expected]).toHaveBeenCalledOnce();
  });

  it("401: to the login", async () => {
    filesStatus = 401;
    const { onLogin, onClose } = await open();
    await waitFor(() => expect(onLogin).toHaveBeenCalledOnce());
    expect(onClose).not.toHaveBeenCalled();
  });

  it.each([
    [403, "package-required", "Selle raamatu kuulamiseks on vaja kehtivat paketti."],
    [404, "not-found", "Raamatut ei õnnestunud avada."],
    [500, "internal", "Raamatut ei õnnestunud avada."],
  ])("%i %s: the player closes and says why", async (status, code, text) => {
    filesStatus = status;
    filesCode = code;
    const { onClose } = await open();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    await expectText(text);
  });
});

import { ApiError } from "storefront/api/errors.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LivePreview } from "./live-preview.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const failure = (status: number) =>
  new ApiError({ type: "about:blank", title: "", status, code: "x" });

/** A frame with the preview, and a server whose answers the test controls. */
function open({ isLoaded = true } = {}) {
  const screen = { text: "algus", written: 0, isThere: true, loads: 0, shown: [] as string[] };
  const calls: {
    text: string;
    signal: AbortSignal;
    answer: () => Promise<unknown>;
    fail: (status: number) => Promise<unknown>;
  }[] = [];
  const onOver = vi.fn();
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const preview = new LivePreview(
    () => {
      screen.written += 1;
      return screen.text;
    },
    (text, signal) =>
      new Promise((resolve, reject) => {
        calls.push({
          text,
          signal,
          answer: () => {
            resolve(`<p>${text}`);
            return wait(0);
          },
          fail: (status) => {
            reject(failure(status));
            return wait(0);
          },
        });
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
    {
      isThere: () => screen.isThere,
      load: () => {
        screen.loads += 1;
      },
      show: (html) => screen.shown.push(html),
    },
    onOver,
  );
  if (isLoaded) preview.loaded(false);
  /** Types and waits; 300 ms is enough for the preview's request. */
  const type = (text: string, ms = 300) => {
    screen.text = text;
    preview.touch();
    return wait(ms);
  };
  const call = (index: number) => {
    const found = calls[index];
    if (!found) throw new Error(`no call ${index}`);
    return found;
  };
  return { screen, calls, call, preview, type, wait, onOver };
}

it("writes the text out and asks once, a while after the last key", async () => {
  const { calls, call, screen, type, wait } = open();
  for (const text of ["a", "ab", "abc"]) {
    await type(text, 200);
  }
  expect(screen.written).toBe(0);
  await wait(100);
  expect(calls.map(({ text }) => text)).toEqual(["abc"]);
  await call(0).answer();
  expect(screen.shown).toEqual(["<p>abc"]);
});

it("shows something now and then to who never pauses", async () => {
  const { calls, type } = open();
  for (let key = 0; key < 16; key += 1) {
    await type(`${key}`, 100);
  }
  expect(calls).toHaveLength(1);
});

it("asks one at a time, and the latest text at the end", async () => {
  const { calls, call, screen, type, wait } = open();
  await type("a");
  await type("b");
  await type("c");
  expect(calls).toHaveLength(1);
  await call(0).answer();
  await wait(10_000);
  expect(calls.map(({ text }) => text)).toEqual(["a", "c"]);
  await call(1).answer();
  expect(screen.shown.at(-1)).toBe("<p>c");
});

it("does not ask for what is shown already", async () => {
  const { calls, call, preview, type, wait } = open();
  await type("a");
  await call(0).answer();
  preview.touch();
  await wait(5000);
  expect(calls).toHaveLength(1);
});

it("leaves a long text three times as long as it took", async () => {
  const { calls, call, type, wait } = open();
  await type("a");
  await wait(1000);
  await call(0).answer();
  await type("b", 2900);
  expect(calls).toHaveLength(1);
  await wait(200);
  expect(calls).toHaveLength(2);
});

it("waits for the frame, and shows at once what was unsaved before it came", async () => {
  const { calls, preview, type, wait } = open({ isLoaded: false });
  await type("a", 1000);
  expect(calls).toHaveLength(0);
  preview.loaded(false);
  await wait(0);
  expect(calls).toHaveLength(1);

  const other = open({ isLoaded: false });
  other.preview.loaded(true);
  await other.wait(0);
  expect(other.calls.map(({ text }) => text)).toEqual(["algus"]);
  const saved = open();
  await saved.wait(5000);
  expect(saved.calls).toHaveLength(0);
});

it.each([401, 403, 413, 422])("keeps what is shown when the answer is %i", async (status) => {
  const { calls, call, screen, type, wait, onOver } = open();
  await type("a");
  await call(0).answer();
  await type("");
  await call(1).fail(status);
  await wait(60_000);
  expect(screen).toMatchObject({ shown: ["<p>a"], loads: 0 });
  expect(calls).toHaveLength(2);
  expect(onOver).not.toHaveBeenCalled();
  await type("b");
  await call(2).answer();
  expect(screen.shown.at(-1)).toBe("<p>b");
});

it.each([0, 429, 503])("tries again in a while after %i", async (status) => {
  const { call, screen, type, wait } = open();
  await type("a");
  await call(0).fail(status);
  expect(screen.shown).toEqual([]);
  await wait(5000);
  await call(1).answer();
  expect(screen.shown).toEqual(["<p>a"]);
});

it("loads the preview anew when a link has led elsewhere, and shows the text then", async () => {
  const { calls, call, screen, preview, type, wait } = open();
  screen.isThere = false;
  await type("a");
  expect(screen.loads).toBe(1);
  expect(calls).toHaveLength(0);
  screen.isThere = true;
  preview.loaded(false);
  await wait(0);
  await call(0).answer();
  expect(screen.shown).toEqual(["<p>a"]);

  // Also when a link is followed before the answer.
  await type("b");
  screen.isThere = false;
  await call(1).answer();
  expect(screen).toMatchObject({ loads: 2, shown: ["<p>a"] });
  screen.isThere = true;
  preview.loaded(false);
  await wait(0);
  expect(call(2).text).toBe("b");
});

it("waits before it loads anew what did not come", async () => {
  const { screen, preview, type, wait } = open();
  screen.isThere = false;
  await type("a");
  expect(screen.loads).toBe(1);
  preview.loaded(true);
  await wait(4000);
  expect(screen.loads).toBe(1);
  await wait(2000);
  expect(screen.loads).toBe(2);
});

it("asks for another address when its own is over, once", async () => {
  const { call, type, onOver } = open();
  await type("a");
  await call(0).answer();
  for (const [index, text] of ["b", "c"].entries()) {
    await type(text, 1000);
    await call(index + 1).fail(404);
  }
  expect(onOver).toHaveBeenCalledTimes(1);
});

it("ends with its panel", async () => {
  const { calls, call, screen, preview, type, wait } = open();
  await type("a");
  preview.stop();
  expect(call(0).signal.aborted).toBe(true);
  type("b");
  await wait(60_000);
  expect(calls).toHaveLength(1);
  expect(screen.shown).toEqual([]);
});

import { expect, test, vi } from "vitest";
import { checkVersion, isNewer } from "./version.ts";

test.each([
  ["0.5.6", true],
  ["0.5.10", true],
  ["0.6", true],
  ["1", true],
  ["0.5.5.1", true],
  ["0.5.5", false],
  ["0.5.4", false],
  ["0.5", false],
  ["", false],
  ["uus", false],
  [undefined, false],
  [6, false],
])("%j is newer than 0.5.5: %s", (version, expected) => {
  expect(isNewer(version, "0.5.5")).toBe(expected);
});

function site(version: unknown) {
  const removed: string[] = [];
  vi.stubGlobal("fetch", async () => Response.json({ version }));
  vi.stubGlobal("caches", {
    keys: async () => ["a", "b"],
    delete: async (name: string) => removed.push(name),
  });
  return removed;
}

test("a newer version clears the caches and reloads, once", async () => {
  const removed = site("9.0.0");
  const reload = vi.fn();
  await checkVersion(reload);
  await checkVersion(reload);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(removed).toEqual(["a", "b"]);
});

test("the same version, a broken answer and no network change nothing", async () => {
  const reload = vi.fn();
  const removed = site("0.5.5");
  await checkVersion(reload);
  vi.stubGlobal("fetch", async () => new Response("<html>", { status: 200 }));
  await checkVersion(reload);
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("offline");
  });
  await checkVersion(reload);
  expect(reload).not.toHaveBeenCalled();
  expect(removed).toEqual([]);
});

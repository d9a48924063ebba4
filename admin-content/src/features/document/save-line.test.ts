import { expect, it } from "vitest";
import { failureLine, saveLine } from "./save-line.ts";

const still = {
  dirty: false,
  busy: null,
  autosaving: false,
  hasSaved: false,
  remote: { savedAt: "2026-11-28T10:31:00.000Z" },
  failure: null,
};

it.each([
  [still, "Kõik on salvestatud"],
  [{ ...still, dirty: true }, "Salvestamata muudatused"],
  [{ ...still, dirty: true, autosaving: true }, "Salvestan …"],
  [{ ...still, busy: "save" as const }, "Salvestan …"],
  [{ ...still, hasSaved: true }, "Salvestatud 12:31"],
  [{ ...still, dirty: true, failure: "offline" as const }, "Võrk puudub – proovin uuesti"],
])("%j", (state, line) => {
  expect(saveLine(state)).toBe(line);
});

it("has no trouble to tell when all is saved", () => {
  expect(failureLine({ dirty: false, failure: "offline" })).toBe("");
});

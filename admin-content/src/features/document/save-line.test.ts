import { expect, it } from "vitest";
import { saveLine, troubleLine } from "./save-line.ts";

const still = { dirty: false, busy: null, autosaving: false, savedAt: null, trouble: null };

it.each([
  [still, "Kõik on salvestatud"],
  [{ ...still, dirty: true }, "Salvestamata muudatused"],
  [{ ...still, dirty: true, autosaving: true }, "Salvestan …"],
  [{ ...still, busy: "save" as const }, "Salvestan …"],
  [{ ...still, savedAt: "2026-11-28T10:31:00.000Z" }, "Salvestatud 12:31"],
  [{ ...still, dirty: true, trouble: "offline" as const }, "Võrk puudub – proovin uuesti"],
])("%j", (state, line) => {
  expect(saveLine(state)).toBe(line);
});

it("has no trouble to tell when all is saved", () => {
  expect(troubleLine({ dirty: false, trouble: "offline" })).toBe("");
});

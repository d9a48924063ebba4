// The player's preferences: the speed and the shortcuts on this device, the volume while the same book is
// played.
import { parseJson, stored } from "#app/kit/stored.ts";
import { RATES, tenth } from "./state.ts";

export type Preferences = {
  rate: number;
  /** Single-key shortcuts; some people need them off. */
  shortcuts: boolean;
};

const DEFAULT: Preferences = { rate: 1, shortcuts: true };

export const preferences = stored<Preferences>("heliriiul.player", (text) => {
  const { rate, shortcuts } = (parseJson(text) ?? DEFAULT) as Partial<Preferences>;
  return {
    rate: Number.isFinite(rate) ? tenth(rate ?? 1, RATES.min, RATES.max) : 1,
    shortcuts: shortcuts !== false,
  };
});

let loudness = { bookId: "", volume: 1 };

/** Opening another book resets the volume. */
export function volumeFor(bookId: string): number {
  if (loudness.bookId !== bookId) loudness = { bookId, volume: 1 };
  return loudness.volume;
}

export function rememberVolume(bookId: string, volume: number): void {
  loudness = { bookId, volume };
}

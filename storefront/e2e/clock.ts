// The clock of the whole store, which only goes forward.
import type { APIRequestContext } from "@playwright/test";
import { expect } from "./store.ts";

/** Moves it and does what is due by then; answers the store's new time. */
export async function advance(request: APIRequestContext, seconds: number): Promise<Date> {
  const moved = await request.post("/_sandbox/clock", { data: { advanceSeconds: seconds } });
  expect(moved.ok()).toBe(true);
  return new Date(((await moved.json()) as { now: string }).now);
}

export const storeTime = (request: APIRequestContext) => advance(request, 0);

export async function advanceTo(request: APIRequestContext, moment: Date): Promise<void> {
  const now = await storeTime(request);
  const seconds = Math.ceil((moment.getTime() - now.getTime()) / 1000);
  expect(seconds, "still to come").toBeGreaterThan(0);
  await advance(request, seconds);
}

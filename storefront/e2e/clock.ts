// The clock that all journeys share. It only moves forward.
import type { APIRequestContext } from "@playwright/test";
import { expect } from "./store.ts";

/** Moves the clock and runs the jobs that are due. Returns the store's new time. */
export async function advance(request: APIRequestContext, seconds: number): Promise<Date> {
  const moved = await request.post("/_sandbox/clock", { data: { advanceSeconds: seconds } });
  expect(moved.ok()).toBe(true);
  return new Date(((await moved.json()) as { now: string }).now);
}

export const storeTime = (request: APIRequestContext) => advance(request, 0);

export async function advanceTo(request: APIRequestContext, moment: Date): Promise<void> {
  const now = await storeTime(request);
  const seconds = Math.ceil((moment.getTime() - now.getTime()) / 1000);
  expect(seconds, "in the future").toBeGreaterThan(0);
  await advance(request, seconds);
}

import { beforeEach, expect, it, vi } from "vitest";
import { PATIENCE_MS, POLL_MS } from "#app/polling/poll.ts";
import { setSession } from "#app/session/session.ts";
import { anOrder, aUser } from "#app/testing/data.ts";
import { fakeServer, problem } from "#app/testing/server.ts";
import { type Watched, watchOrder } from "./order-watch.ts";

const GET = "GET /orders/order-1";
const soon = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  setSession(aUser());
});

it("polls every two seconds until the order is paid", async () => {
  const { answers, count } = fakeServer({ [GET]: anOrder() });
  const told: Watched[] = [];
  watchOrder("order-1", (watched) => told.push(watched));
  await soon();
  expect(told.at(-1)).toEqual({ state: "waiting", long: false });
  await vi.advanceTimersByTimeAsync(POLL_MS);
  answers[GET] = anOrder({ status: "paid" });
  await vi.advanceTimersByTimeAsync(POLL_MS);
  expect(told.at(-1)).toMatchObject({ state: "closed", order: { status: "paid" } });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(count(GET)).toBe(3);
});

it("goes on after a failed call and says so when it takes long", async () => {
  const { answers } = fakeServer({ [GET]: problem(500, "internal") });
  const told: Watched[] = [];
  watchOrder("order-1", (watched) => told.push(watched));
  await vi.advanceTimersByTimeAsync(PATIENCE_MS + POLL_MS);
  expect(told.at(-1)).toEqual({ state: "waiting", long: true });
  answers[GET] = anOrder({ status: "failed" });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told.at(-1)).toMatchObject({ state: "closed", order: { status: "failed" } });
});

it.each([
  [problem(404, "not-found"), "unknown"],
  [problem(401, "unauthorized"), "unauthorized"],
])("ends at once when there is nothing to wait for", async (answer, state) => {
  const { count } = fakeServer({ [GET]: answer });
  const told: Watched[] = [];
  watchOrder("order-1", (watched) => told.push(watched));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(told).toEqual([{ state }]);
  expect(count(GET)).toBe(1);
});

it("pauses in a hidden tab and polls at once when shown", async () => {
  const { count } = fakeServer({ [GET]: anOrder() });
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  const stop = watchOrder("order-1", () => {});
  await vi.advanceTimersByTimeAsync(30_000);
  expect(count(GET)).toBe(1);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event("visibilitychange"));
  await soon();
  expect(count(GET)).toBe(2);
  stop();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(count(GET)).toBe(2);
});

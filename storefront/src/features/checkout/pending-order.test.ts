import { beforeEach, expect, it } from "vitest";
import { addToCart, getCart } from "#app/cart/cart.ts";
import { clearSession, setSession } from "#app/session/session.ts";
import { anOrder, aUser } from "#app/testing/data.ts";
import { fakeServer, problem } from "#app/testing/server.ts";
import { forgetOrder, pendingOrder, refreshOrder, rememberOrder } from "./pending-order.ts";

beforeEach(() => {
  setSession(aUser());
  rememberOrder("order-1");
});

it("belongs to its buyer", () => {
  expect(pendingOrder()?.orderId).toBe("order-1");
  setSession(aUser({ id: "another" }));
  expect(pendingOrder()).toBeNull();
  clearSession();
  expect(pendingOrder()).toBeNull();
  setSession(aUser());
  expect(pendingOrder()?.orderId).toBe("order-1");
});

it("is not forgotten with another order", () => {
  forgetOrder("order-2");
  expect(pendingOrder()).not.toBeNull();
});

it.each(["cancelled", "failed", "expired"] as const)("%s brings the cart back", async (status) => {
  fakeServer({ "GET /orders/order-1": anOrder({ status, discountCode: "SUVI10" }) });
  addToCart("c");
  await refreshOrder("order-1");
  expect(getCart()).toEqual({ books: ["a", "b", "c"], discountCode: "SUVI10" });
  expect(pendingOrder()).toBeNull();
});

it.each([
  ["paid", ["c"], undefined],
  ["open", ["a", "c"], "order-1"],
  ["refunded", ["a", "c"], undefined],
] as const)("%s leaves %j of a cart that its books had come back to", async (status, ...left) => {
  fakeServer({ "GET /orders/order-1": anOrder({ status }) });
  addToCart("a", "c");
  await refreshOrder("order-1");
  expect([getCart().books, pendingOrder()?.orderId]).toEqual(left);
});

it("unknown to the server is forgotten", async () => {
  fakeServer({ "GET /orders/order-1": problem(404, "not-found") });
  expect(await refreshOrder("order-1")).toBeNull();
  expect(pendingOrder()).toBeNull();
});

it("stays while the server cannot be asked", async () => {
  fakeServer({ "GET /orders/order-1": problem(500, "internal") });
  await expect(refreshOrder("order-1")).rejects.toMatchObject({ status: 500 });
  fakeServer({});
  await expect(refreshOrder("order-1")).rejects.toMatchObject({ status: 0 });
  expect(pendingOrder()).not.toBeNull();
});

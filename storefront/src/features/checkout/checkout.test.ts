import { beforeEach, describe, expect, it, vi } from "vitest";
import { addToCart, emptyCart, getCart, setDiscountCode } from "#app/cart/cart.ts";
import { clearSession, setSession } from "#app/session/session.ts";
import { aCheckout, anOrder, aUser } from "#app/testing/data.ts";
import { fakeServer, problem } from "#app/testing/server.ts";
import { leaveToPay, methodUrl, REUSE_MS, startCheckout } from "./checkout.ts";
import { pendingOrder } from "./pending-order.ts";

const POST = "POST /checkout-cart";

function server(over: Record<string, unknown> = {}) {
  return fakeServer({ [POST]: aCheckout(), "GET /orders/order-1": anOrder(), ...over });
}

beforeEach(() => {
  setSession(aUser());
  addToCart("a", "b");
});

describe("startCheckout", () => {
  it("sends the books and the code there is", async () => {
    const { asked } = server();
    await startCheckout();
    expect(asked[0]?.body).toEqual({ books: ["a", "b"] });
    setDiscountCode("SUVI10");
    await startCheckout();
    expect(asked.at(-1)?.body).toEqual({ books: ["a", "b"], discountCode: "SUVI10" });
  });

  it("creates one order for one cart", async () => {
    const { count } = server();
    await startCheckout();
    await Promise.all([startCheckout(), startCheckout()]);
    expect(count(POST)).toBe(1);
  });

  it("creates another for a changed cart and for another person", async () => {
    const { count } = server();
    await startCheckout();
    addToCart("c");
    await startCheckout();
    expect(count(POST)).toBe(2);
    setSession(aUser({ id: "another" }));
    await startCheckout();
    expect(count(POST)).toBe(3);
  });

  it.each([anOrder({ status: "expired" }), problem(404, "not-found")])(
    "makes another when the begun one is over",
    async (order) => {
      const { count, answers } = server();
      await startCheckout();
      answers["GET /orders/order-1"] = order;
      await startCheckout();
      expect(count(POST)).toBe(2);
    },
  );

  it("creates a new order with current prices after half an hour", async () => {
    const { count } = server();
    await startCheckout();
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + REUSE_MS + 1);
    await startCheckout();
    expect(count(POST)).toBe(2);
  });

  it("empties the cart when nothing is left to pay", async () => {
    server({ [POST]: aCheckout({ amount: 0, paid: true }) });
    expect((await startCheckout())?.paid).toBe(true);
    expect(getCart().books).toEqual([]);
    expect(await startCheckout()).toBeNull();
  });

  it("keeps the cart when it fails", async () => {
    server({ [POST]: problem(503, "provider-unavailable") });
    await expect(startCheckout()).rejects.toMatchObject({ status: 503 });
    expect(getCart().books).toEqual(["a", "b"]);
  });

  it("needs a user and a book", async () => {
    const { asked } = server();
    emptyCart();
    expect(await startCheckout()).toBeNull();
    addToCart("a");
    clearSession();
    expect(await startCheckout()).toBeNull();
    expect(asked).toEqual([]);
  });
});

describe("leaving to pay", () => {
  it("remembers the order and takes its books out of the cart, and only those", async () => {
    server();
    const checkout = await startCheckout();
    addToCart("c");
    if (checkout) leaveToPay(checkout);
    expect(getCart().books).toEqual(["c"]);
    expect(pendingOrder()?.orderId).toBe("order-1");
  });

  it("offers the same order to who comes back with an empty cart, while it is open", async () => {
    const { answers, count } = server();
    const checkout = await startCheckout();
    if (checkout) leaveToPay(checkout);
    expect((await startCheckout())?.orderId).toBe("order-1");
    answers["GET /orders/order-1"] = anOrder({ status: "cancelled" });
    expect(await startCheckout()).toBeNull();
    expect(count(POST)).toBe(1);
  });
});

it.each([
  ["https://bank.example/pay/1", "https://bank.example/pay/1"],
  ["/_sandbox/pay/1", "http://localhost:3000/_sandbox/pay/1"],
  ["javascript:alert(1)", null],
  ["data:text/html,x", null],
  ["http://", null],
])("methodUrl: %s → %s", (url, href) => {
  expect(methodUrl(url)).toBe(href);
});

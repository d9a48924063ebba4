import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Quote } from "#app/api/types.ts";
import { addToCart, getCart, setDiscountCode } from "#app/cart/cart.ts";
import { pendingOrder, rememberOrder } from "#app/features/checkout/pending-order.ts";
import { clearSession, getSession, setSession } from "#app/session/session.ts";
import { aCheckout, anOrder, aUser } from "#app/testing/data.ts";
import {
  button,
  expectLink,
  expectText,
  expectToast,
  openerBelowRoot,
} from "#app/testing/screen.tsx";
import { fakeServer, problem } from "#app/testing/server.ts";
import * as bought from "./bought.tsx";
import * as cart from "./cart.tsx";
import * as payment from "./payment.tsx";

const screens = [
  { path: "/ostukorv", ...cart },
  { path: "/maksmine", ...payment },
  { path: "/makse-sooritatud", ...bought },
];
const open = openerBelowRoot({ withdrawal: "by-consent", seller: "Heliriiul OÜ" }, screens);

function aQuote(ids: string[], over: Partial<Quote> = {}): Quote {
  return {
    lines: ids.map((bookId) => ({
      bookId,
      slug: bookId,
      title: `Raamat ${bookId}`,
      author: "Oskar Luts",
      cover: null,
      listPrice: 10,
      price: 8,
    })),
    unavailable: [],
    total: 8 * ids.length,
    listTotal: 10 * ids.length,
    discountPercentage: 0,
    memberPercentage: 20,
    ...over,
  };
}

const QUOTE = "GET /cart/quote";

beforeEach(() => setSession(aUser()));

describe("/ostukorv", () => {
  it("says when it is empty, without a request", async () => {
    const { asked } = open("/ostukorv", {});
    await expectText("Ostukorv on tühi");
    expect(asked).toEqual([]);
  });

  it("shows the books and their total; removing one loads the price again", async () => {
    addToCart("a", "b");
    const { answers, asked, user } = open("/ostukorv", { [QUOTE]: aQuote(["a", "b"]) });
    await expectText("Oskar Luts - Raamat a");
    expect(asked[0]?.query.get("books")).toBe("a,b");
    expect(screen.getByText("Kokku").nextSibling).toHaveTextContent("16,00 €");
    await expectLink("Maksma", "/maksmine");
    answers[QUOTE] = aQuote(["b"]);
    await user.click(await button("Eemalda ostukorvist: Raamat a"));
    expect(screen.queryByText("Oskar Luts - Raamat a")).toBeNull();
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
    await waitFor(() => expect(screen.getByText("Kokku").nextSibling).toHaveTextContent("8,00 €"));
    await user.click(await button("Eemalda ostukorvist: Raamat b"));
    await expectText("Ostukorv on tühi");
  });

  it("does not sell an unavailable book", async () => {
    addToCart("a", "gone");
    open("/ostukorv", { [QUOTE]: aQuote(["a"], { unavailable: ["gone"] }) });
    await expectText("See on juba sinu riiulil või ei ole enam müügil.");
    expect(await button("Maksma")).toBeDisabled();
  });

  it("adds a discount code, and removes it", async () => {
    addToCart("a");
    const { answers, asked, user } = open("/ostukorv", {
      [QUOTE]: aQuote(["a"]),
      "GET /discounts/suvi10": { discountCode: "SUVI10", discountPercentage: 10 },
    });
    await user.click(await button("Lisa"));
    expect(asked).toHaveLength(1);
    answers[QUOTE] = aQuote(["a"], { discountPercentage: 10, total: 7.2 });
    await user.type(await screen.findByLabelText("Sooduskood"), " suvi10 {Enter}");
    await expectText("SUVI10 (−10%)", "Sooduskood on lisatud.");
    expect(await button("Eemalda sooduskood")).toHaveFocus();
    expect(asked.at(-1)?.query.get("discountCode")).toBe("SUVI10");
    answers[QUOTE] = aQuote(["a"]);
    await user.click(await button("Eemalda sooduskood"));
    await waitFor(() => expect(asked.at(-1)?.query.has("discountCode")).toBe(false));
  });

  it.each([
    [problem(404, "discount-not-found"), "Sooduskoodi ei leitud või see ei ole enam aktiivne"],
    [problem(500, "internal"), "Sooduskoodi kontrollimine ebaõnnestus"],
  ])("says when a code is not valid", async (answer, message) => {
    addToCart("a");
    const { user } = open("/ostukorv", { [QUOTE]: aQuote(["a"]), "GET /discounts/X": answer });
    await user.type(await screen.findByLabelText("Sooduskood"), "X{Enter}");
    await expectText(message);
    expect(getCart().discountCode).toBeNull();
  });

  it("removes an expired code, and says so", async () => {
    addToCart("a");
    setDiscountCode("OLD");
    let calls = 0;
    open("/ostukorv", {
      [QUOTE]: () => (calls++ === 0 ? problem(404, "discount-not-found") : aQuote(["a"])),
    });
    await expectToast("Sooduskoodi ei leitud või see ei ole enam aktiivne");
    await expectText("Oskar Luts - Raamat a");
    expect(getCart().discountCode).toBeNull();
  });

  it("disables the code field for a visitor", async () => {
    clearSession();
    addToCart("a");
    open("/ostukorv", { [QUOTE]: aQuote(["a"]) });
    expect(await screen.findByLabelText("Sooduskood")).toBeDisabled();
    expect(await button("Lisa")).toBeDisabled();
  });

  it("continues as a visitor's when the session has ended", async () => {
    addToCart("a");
    const answer = () => (getSession() ? problem(401, "unauthorized") : aQuote(["a"]));
    open("/ostukorv", { [QUOTE]: answer });
    await expectToast("Teie sessioon on aegunud, palun logige uuesti sisse.");
    await expectText("Oskar Luts - Raamat a");
  });

  it("retries when the price could not be loaded", async () => {
    addToCart("a");
    const { answers, user } = open("/ostukorv", {});
    await expectText("Hinna arvutamine ebaõnnestus.");
    answers[QUOTE] = aQuote(["a"]);
    await user.click(await button("Proovi uuesti"));
    await expectText("Oskar Luts - Raamat a");
  });

  it.each([
    ["cancelled", "Makse katkestati. Raamatud on ostukorvis alles."],
    ["failed", "Makse ebaõnnestus. Raamatud on ostukorvis alles, palun proovi uuesti."],
    ["expired", "Maksmise aeg sai läbi. Raamatud on ostukorvis alles."],
  ] as const)("the return of a %s payment brings the books back, once", async (status, text) => {
    const { at } = open(`/ostukorv?makse=${status}&tellimus=order-1`, {
      [QUOTE]: aQuote(["a", "b"]),
      "GET /orders/order-1": anOrder({ status }),
    });
    await expectText(text, "Oskar Luts - Raamat a");
    expect(getCart().books).toEqual(["a", "b"]);
    expect(at()).toBe(`/ostukorv?makse=${status}`);
  });

  it("trusts the order, not the address", async () => {
    const { at } = open("/ostukorv?makse=failed&tellimus=order-1", {
      "GET /orders/order-1": anOrder({ status: "paid" }),
    });
    await waitFor(() => expect(at()).toBe("/makse-sooritatud?tellimus=order-1"));
  });

  it("offers to go on with an order that waits to be paid", async () => {
    rememberOrder("order-1");
    open("/ostukorv", { "GET /orders/order-1": anOrder() });
    await expectText("Tellimus H-1001 ootab maksmist.");
    await expectLink("Jätka maksmist", "/maksmine");
  });

  it("brings the books back on the next visit after the time ran out", async () => {
    rememberOrder("order-1");
    open("/ostukorv", {
      "GET /orders/order-1": anOrder({ status: "expired" }),
      [QUOTE]: aQuote(["a", "b"]),
    });
    await expectText("Maksmise aeg sai läbi. Raamatud on ostukorvis alles.");
    expect(pendingOrder()).toBeNull();
  });
});

describe("/maksmine", () => {
  it("sends a visitor to /login and back here", async () => {
    clearSession();
    addToCart("a");
    const { at, state } = open("/maksmine", {});
    await waitFor(() => expect(at()).toBe("/login"));
    expect(state()).toEqual({ redirect: "/maksmine" });
  });

  it("shows the payment methods; a click empties the cart and opens the bank once", async () => {
    addToCart("a", "b");
    fakeServer({ "POST /checkout-cart": aCheckout() });
    const assign = vi.spyOn(location, "assign").mockImplementation(() => {});
    const { user } = open("/maksmine");
    const swedbank = await button("Telli ja maksa: Swedbank");
    expect(within(swedbank).getByRole("img")).toHaveAttribute("src", "/swed.svg");
    expect(screen.getByRole("heading", { name: "Telli ja maksa" })).toBeVisible();
    expect(screen.getByText("Kokku koos käibemaksuga").nextSibling).toHaveTextContent("19,80 €");
    await expectText(/^Müüja: Heliriiul OÜ/);
    await expectLink("Kasutustingimused", "/kasutustingimused");
    await expectLink("Lepingust taganemine", "/taganemine");
    expect(screen.getByRole("region", { name: "Pangakaart" })).toBeInTheDocument();
    await user.dblClick(swedbank);
    await user.click(await button("Telli ja maksa: Visa"));
    expect(assign.mock.calls).toEqual([["https://bank.example/pay/1"]]);
    expect(getCart().books).toEqual([]);
    expect(pendingOrder()?.orderId).toBe("order-1");
    await expectText("Suuname sind makselehele …");
  });

  it("stores the consent before the bank opens", async () => {
    addToCart("a", "b");
    setDiscountCode("SUVI10");
    const assign = vi.spyOn(location, "assign").mockImplementation(() => {});
    const { asked, user } = open("/maksmine", { "POST /checkout-cart": aCheckout() });
    const box = await screen.findByRole("checkbox", { name: /lõpeb minu 14-päevane/ });
    expect(box).not.toBeChecked();
    await expectText(/jääb 14 päeva taganemisõigust/);
    await user.click(box);
    await user.click(await button("Telli ja maksa: Swedbank"));
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
    expect(asked.at(-1)?.body).toEqual({
      books: ["a", "b"],
      discountCode: "SUVI10",
      immediateAccessConsent: true,
    });
  });

  it("opens no bank when the consent could not be stored, or the order is another one", async () => {
    addToCart("a", "b");
    const assign = vi.spyOn(location, "assign").mockImplementation(() => {});
    const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
    const { answers, user } = open("/maksmine", { "POST /checkout-cart": aCheckout() });
    await user.click(await screen.findByRole("checkbox"));
    answers["POST /checkout-cart"] = problem(503, "unavailable");
    await user.click(await button("Telli ja maksa: Swedbank"));
    await expectToast("Makse alustamine ebaõnnestus.");
    answers["POST /checkout-cart"] = aCheckout({ orderId: "order-2" });
    await user.click(await button("Telli ja maksa: Swedbank"));
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(assign).not.toHaveBeenCalled();
  });

  it("asks nothing when everybody keeps the right", async () => {
    addToCart("a");
    const openAlways = openerBelowRoot({ withdrawal: "always" }, screens);
    openAlways("/maksmine", { "POST /checkout-cart": aCheckout() });
    await button("Telli ja maksa: Swedbank");
    expect(screen.queryByRole("checkbox")).toBeNull();
  });

  it("goes straight to the thanks when nothing is left to pay", async () => {
    addToCart("a");
    const { at } = open("/maksmine", {
      "POST /checkout-cart": aCheckout({ paid: true, amount: 0 }),
      "GET /orders/order-1": anOrder({ status: "paid" }),
    });
    await waitFor(() => expect(at()).toBe("/makse-sooritatud?tellimus=order-1"));
    expect(getCart().books).toEqual([]);
  });

  it("goes back to an empty cart", async () => {
    const { at } = open("/maksmine", {});
    await waitFor(() => expect(at()).toBe("/ostukorv"));
  });

  it.each([
    [problem(503, "provider-unavailable"), /Makseteenus ei vasta/],
    [problem(422, "validation"), /Mõnda raamatut ei saa enam osta/],
    [problem(404, "discount-not-found"), /Sooduskoodi ei leitud/],
    [problem(429, "too-many-requests"), /Liiga palju katseid/],
  ])("says why the payment could not begin, and keeps the cart", async (answer, message) => {
    addToCart("a");
    open("/maksmine", { "POST /checkout-cart": answer });
    expect(await screen.findByRole("alert")).toHaveTextContent(message);
    expect(getCart().books).toEqual(["a"]);
  });

  it("can be tried again when the network is back", async () => {
    addToCart("a", "b");
    const { answers, user } = open("/maksmine", {});
    expect(await screen.findByRole("alert")).toHaveTextContent(/Ühendus serveriga puudub/);
    answers["POST /checkout-cart"] = aCheckout();
    await user.click(await button("Proovi uuesti"));
    await button("Telli ja maksa: Swedbank");
  });

  it("leads an ended session to /login and back here", async () => {
    addToCart("a");
    const { at, state } = open("/maksmine", {
      "POST /checkout-cart": problem(401, "unauthorized"),
    });
    await waitFor(() => expect(at()).toBe("/login"));
    expect(state()).toEqual({ redirect: "/maksmine" });
    await expectToast("Teie sessioon on aegunud, palun logige uuesti sisse.");
    expect(getSession()).toBeNull();
  });
});

describe("/makse-sooritatud", () => {
  const THANKS = "Täname ostu eest, audioraamat lisatakse Sinu riiulile.";

  it("thanks for a paid order and forgets it", async () => {
    rememberOrder("order-1");
    open("/makse-sooritatud", { "GET /orders/order-1": anOrder({ status: "paid" }) });
    await expectText(THANKS);
    expect(pendingOrder()).toBeNull();
    await expectLink("Minu raamatud", "/");
  });

  it("then goes home", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { at, router } = open("/makse-sooritatud?tellimus=order-1", {
      "GET /orders/order-1": anOrder({ status: "paid" }),
    });
    await expectText(THANKS);
    await vi.advanceTimersByTimeAsync(8000);
    expect(at()).toBe("/");
    expect(router.state.historyAction).toBe("REPLACE");
  });

  it("waits while the bank has not confirmed", async () => {
    open("/makse-sooritatud?tellimus=order-1", { "GET /orders/order-1": anOrder() });
    await expectText("Ootame panga kinnitust …");
    expect(screen.queryByText(THANKS)).toBeNull();
  });

  it("leads an order that came to nothing back to the cart", async () => {
    const { at } = open("/makse-sooritatud?tellimus=order-1", {
      "GET /orders/order-1": anOrder({ status: "failed" }),
      [QUOTE]: aQuote(["a", "b"]),
    });
    await waitFor(() => expect(at()).toBe("/ostukorv?makse=failed"));
    expect(getCart().books).toEqual(["a", "b"]);
  });

  it("does not show another person's order", async () => {
    open("/makse-sooritatud?tellimus=order-9", {
      "GET /orders/order-9": problem(404, "not-found"),
    });
    await expectText("Tellimust ei leitud.");
  });

  it("asks a visitor to log in first", async () => {
    clearSession();
    const { at, state } = open("/makse-sooritatud?tellimus=order-1", {});
    await waitFor(() => expect(at()).toBe("/login"));
    expect(state()).toEqual({ redirect: "/makse-sooritatud?tellimus=order-1" });
  });
});

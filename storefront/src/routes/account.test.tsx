import { screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { useLoaderData } from "react-router";
import { describe, expect, it, vi } from "vitest";
import type { ReceiptItem } from "#app/api/types.ts";
import { getSession, setSession } from "#app/session/session.ts";
import { aBook, anOrder, aSubscription, aUser } from "#app/testing/data.ts";
import {
  button,
  expectLink,
  expectText,
  expectToast,
  link,
  openerBelowRoot,
  renderAt,
} from "#app/testing/screen.tsx";
import { fakeServer, problem } from "#app/testing/server.ts";
import * as account from "./account.tsx";
import { loadHomeLibrary } from "./home-library.tsx";

const config = {
  partnerUrl: "https://partner.example/",
  partnerUrlLegacy: "https://old.example/",
  partnerCutoff: "2025-10-13",
};
const later = "2099-01-05T10:00:00.000Z";

const openAccount = openerBelowRoot(config, [{ path: "/konto", ...account }]);
const open = () => openAccount("/konto");

function server(user = aUser(), over: Record<string, unknown> = {}) {
  setSession(user);
  return fakeServer({
    "GET /user": user,
    "GET /orders": [],
    "GET /reading": { readingTotalDurationMinutes: 200, subscriptionType: null },
    ...over,
  });
}

function BookRow() {
  return useLoaderData() as ReactNode;
}

const fact = async (label: string) => (await screen.findByText(label)).nextElementSibling;

describe("/konto", () => {
  it("sends a visitor to /login and back here", async () => {
    fakeServer({});
    const { at, state } = open();
    await waitFor(() => expect(at()).toBe("/login"));
    expect(state()).toEqual({ redirect: "/konto" });
  });

  it("shows the user, and a missing subscription", async () => {
    server();
    open();
    expect(await fact("Nimi")).toHaveTextContent("Mari Maasikas");
    expect(await fact("Meiliaadress")).toHaveTextContent("mari@mail.ee");
    expect(await fact("Paketi staatus")).toHaveTextContent("Mitteaktiivne");
    expect(await fact("Riiulis kuulatavad kuni")).toHaveTextContent("-");
    await expectLink("Kuula partneri juures", "https://partner.example/");
    await expectText("Sa ei ole veel ühtegi raamatut ostnud.");
  });

  it.each([
    ["20H_LIMITED", false, "Aktiivne", "3t 20 min / 20t", "Paketi kehtib kuni"],
    ["UNLIMITED", false, "Aktiivne", "3t 20 min / ∞", "Paketi kehtib kuni"],
    ["UNLIMITED", true, "Prooviperiood", "3t 20 min / ∞", "Prooviperiood kestab kuni"],
  ] as const)(
    "shows a subscription %s, trial %s",
    async (type, trialActive, status, usage, until) => {
      server(aUser({ subscriptionType: type, trialActive, subscriptionExpiresAt: later }));
      open();
      expect(await fact("Paketi staatus")).toHaveTextContent(status);
      expect(await fact("Kuulatud")).toHaveTextContent(usage);
      expect(await fact(until)).toHaveTextContent("5.1.2099");
      expect(screen.queryByRole("link", { name: "Kuula partneri juures" })).toBeNull();
    },
  );

  const member = (over: Parameters<typeof aUser>[0] = {}) =>
    aUser({ subscriptionType: "20H_LIMITED", subscriptionExpiresAt: later, ...over });

  it("links to every action on a subscription", async () => {
    server(member(), {
      "GET /subscription": aSubscription({
        activeDiscountPercentage: 20,
        nextAmount: 5.59,
        nextSubscriptionType: "UNLIMITED",
        payments: [
          {
            number: "P-7",
            purpose: "renewal",
            subscriptionType: "20H_LIMITED",
            amount: 6.99,
            status: "refunded",
            paidAt: "2026-11-05T10:00:00.000Z",
            withdrawableUntil: null,
            withdrawnAt: null,
          },
        ],
      }),
      "GET /payment-token-expiry": { paymentTokenExpiry: "2028-06-30" },
    });
    open();
    await expectLink("Vaheta paketti", "/paketivahetus/web");
    const card = await link("Muuda kaardiandmeid");
    expect(card).toHaveAttribute("href", "/kaardimakse/change-card-details/web");
    expect(card).toHaveAccessibleDescription("Muutmine toimub 0€ maksega");
    await expectLink("Aktiveeri kinkekaart", "/kingitus");
    await expectLink("Aktiveeri sooduskood", "/sooduskood");
    expect(await fact("Maksekaart kehtib kuni")).toHaveTextContent("30.6.2028");
    expect(await fact("Järgmine makse")).toHaveTextContent("5.1.2099, 5,59 €");
    expect(await fact("Edasi")).toHaveTextContent("Piiramatu pakett alates 5.1.2099");
    expect(await fact("Paketi sooduskood")).toHaveTextContent("−20%");
    expect(screen.getByText("Kuutasu")).toHaveTextContent("Tagastatud");
  });

  it("links to the withdrawal while the right runs", async () => {
    const until = "2026-12-13T21:59:59.999Z";
    const over = { status: "paid" as const, paidAt: "2026-11-29T10:00:00.000Z" };
    server(member(), {
      "GET /orders": [
        anOrder({ ...over, id: "1", number: "H10001", withdrawableUntil: until }),
        anOrder({ ...over, id: "2", number: "H10002", withdrawnAt: "2026-11-29T10:05:00.000Z" }),
        anOrder({ ...over, id: "3", number: "H10003" }),
      ],
    });
    open();
    await expectLink("Taganen lepingust: H10001", "/taganemine?number=H10001");
    await expectText(/^Taganeda saad kuni 13\.12\.2026/, "Taganesid lepingust 29.11.2026.");
    expect(screen.getAllByText("Taganen lepingust")).toHaveLength(1);
  });

  it("links to the receipts and credit notes of orders and payments", async () => {
    const item = (id: string, reference: string, over: Partial<ReceiptItem> = {}): ReceiptItem => ({
      id,
      reference,
      kind: "receipt",
      number: 1,
      issuedAt: "2026-11-29T10:00:00.000Z",
      cancelledAt: null,
      total: 9.9,
      orderId: null,
      texts: [],
      ...over,
    });
    const cancelledAt = "2026-11-29T11:00:00.000Z";
    server(member(), {
      "GET /orders": [anOrder({ status: "paid", number: "H10001" })],
      "GET /receipts": [
        item("c", "H10001", { kind: "credit-note", number: 3, cancelledAt }),
        item("b", "P10001", { number: 2 }),
        item("a", "H10001"),
      ],
      "GET /subscription": aSubscription({
        payments: [
          {
            number: "P10001",
            purpose: "join",
            subscriptionType: "UNLIMITED",
            amount: 11.99,
            status: "paid",
            paidAt: "2026-11-29T10:00:00.000Z",
            withdrawableUntil: null,
            withdrawnAt: null,
          },
        ],
      }),
    });
    open();
    await expectLink("Kviitung nr 1", "/konto/kviitung/a");
    await expectLink("Kviitung nr 2", "/konto/kviitung/b");
    await expectLink("Kreeditarve nr 3", "/konto/kviitung/c");
    await expectText(/tühistatud/);
  });

  it.each([
    [959, null],
    [960, "Paketi tunnid hakkavad otsa saama: alles on 4t."],
    [1200, "Selle perioodi kuulamistunnid on otsas."],
  ])("after %d minutes warns: %s", async (readingTotalDurationMinutes, warning) => {
    server(member(), { "GET /reading": { readingTotalDurationMinutes, subscriptionType: null } });
    open();
    await fact("Kuulatud");
    if (warning) await expectText(new RegExp(warning));
    else expect(screen.queryByText(/hakkavad otsa saama/)).toBeNull();
  });

  it("ends the subscription after confirmation and says until when it runs", async () => {
    const { answers, count } = server(member(), {
      "GET /subscription": aSubscription(),
      "POST /unsubscribe": member(),
    });
    const { user } = open();
    await user.click(await button("Lõpeta pakett"));
    const dialog = within(await screen.findByRole("dialog", { name: "Paketi lõpetamine" }));
    expect(dialog.getByText("Palun kinnitage, et soovite oma paketi lõpetada")).toBeInTheDocument();
    await user.click(dialog.getByRole("button", { name: "Tühista" }));
    expect(count("POST /unsubscribe")).toBe(0);
    await user.click(await button("Lõpeta pakett"));
    answers["GET /subscription"] = aSubscription({ status: "stopped", renewsAt: null });
    await user.click(await button("Kinnita"));
    await expectToast("Teie pakett on lõpetatud. Teenus jääb aktiivseks kuni 5.1.2099");
    await expectText("Sinu pakett on lõpetatud. Kuulata saad kuni 5.1.2099.");
    expect(screen.queryByRole("button", { name: "Lõpeta pakett" })).toBeNull();
  });

  it("only logs that the subscription could not be ended", async () => {
    server(member(), { "POST /unsubscribe": problem(500, "internal") });
    const { user } = open();
    await user.click(await button("Lõpeta pakett"));
    const logged = vi.mocked(console.error).mockImplementation(() => {});
    await user.click(await button("Kinnita"));
    await waitFor(() => expect(logged).toHaveBeenCalledTimes(1));
    logged.mockClear();
    expect(screen.queryByText(/Teie pakett on lõpetatud/)).toBeNull();
  });

  it("continues an ended subscription", async () => {
    const { answers, asked } = server(member(), {
      "GET /subscription": aSubscription({ status: "stopped", renewsAt: null }),
      "POST /change-subscription": {
        changed: "resumed",
        amount: 0,
        subscriptionType: "20H_LIMITED",
        effectiveAt: later,
      },
    });
    const { user } = open();
    answers["GET /subscription"] = problem(500, "internal");
    await user.click(await button("Jätka paketti"));
    await expectToast("Sinu pakett jätkub.");
    expect(asked.find(({ call }) => call === "POST /change-subscription")?.body).toEqual({
      subscriptionType: "20H_LIMITED",
    });
  });

  it("asks for a card when there is none to go on with", async () => {
    server(member(), {
      "GET /subscription": aSubscription({ renewsAt: null, hasCard: false }),
      "POST /change-subscription": problem(409, "card-missing"),
    });
    const { user, at } = open();
    await expectText(/ei pikendata automaatselt/);
    await user.click(await button("Jätka paketti"));
    await waitFor(() => expect(at()).toBe("/kaardimakse/change-card-details/web"));
  });

  it("shows a declined payment, and how to fix it", async () => {
    server(member(), { "GET /subscription": aSubscription({ status: "grace" }) });
    open();
    await expectText("Viimane paketimakse ebaõnnestus");
    expect(screen.getAllByRole("link", { name: "Muuda kaardiandmeid" })).toHaveLength(2);
  });

  it("links to the plans without a subscription", async () => {
    server();
    open();
    await expectLink("Liitu Heliriiuliga", "/paketiost");
    expect(screen.queryByRole("button", { name: "Lõpeta pakett" })).toBeNull();
  });

  it("lists orders with their lines and states", async () => {
    server(aUser(), { "GET /orders": [anOrder({ status: "paid", discountCode: "SUVI10" })] });
    open();
    await expectText("Tellimus H-1001", "Makstud", "Oskar Luts - Raamat a", "Sooduskood SUVI10");
    await expectText("19,80 €");
  });

  it("shows the other parts when some failed", async () => {
    const { answers } = server(aUser(), {
      "GET /orders": problem(500, "internal"),
      "GET /reading": problem(500, "internal"),
    });
    const { user } = open();
    await expectText("Tellimuste laadimine ebaõnnestus.");
    expect(await fact("Nimi")).toHaveTextContent("Mari Maasikas");
    answers["GET /orders"] = [anOrder()];
    await user.click(await button("Proovi uuesti"));
    await expectText("Ootab makset");
  });

  it("logs out to /, though the screen itself needs a person", async () => {
    const { asked } = server(aUser(), { "POST /logout": undefined });
    const { user, at } = open();
    await user.click(await button("Logi välja"));
    await waitFor(() => expect(at()).toBe("/"));
    expect(getSession()).toBeNull();
    const logout = asked.find(({ call }) => call === "POST /logout");
    expect(logout?.headers.get("Api-Token")).toBe("token-of-mari");
  });

  it("leads an ended session to /login", async () => {
    server(aUser(), { "GET /user": problem(401, "unauthorized") });
    const { at } = open();
    await waitFor(() => expect(at()).toBe("/login"));
    await expectToast("Teie sessioon on aegunud, palun logige uuesti sisse.");
  });

  it("sends the confirmation email again, once", async () => {
    const { count } = server(aUser({ emailVerifiedAt: null }), {
      "POST /verify/resend": undefined,
    });
    const { user } = open();
    await user.click(await button("Saada kinnituskiri uuesti"));
    await expectToast("Saatsime uue kinnituskirja.");
    expect(screen.getByRole("button", { name: "Saatsime uue kinnituskirja." })).toBeDisabled();
    expect(count("POST /verify/resend")).toBe(1);
  });
});

describe("the library at /", () => {
  const home = {
    path: "/",
    loader: async ({ request }: { request: Request }) =>
      getSession() ? loadHomeLibrary(request.signal, false) : "visitor",
    Component: BookRow,
  };
  const openHome = () => renderAt("/", [home]);

  it("says when it cannot be loaded, and tries again", async () => {
    const { answers } = server(aUser({ subscriptionExpiresAt: later }), {
      "GET /library": problem(500, "internal"),
    });
    const { user, at } = openHome();
    await expectText("Viga andmete laadimisel");
    answers["GET /library"] = [];
    await user.click(await button("Proovi uuesti"));
    await waitFor(() => expect(at()).toBe("/raamatud"));
  });

  it.each([401, 403])("ends the session on %d", async (status) => {
    server(aUser(), { "GET /library": problem(status, "unauthorized") });
    const { at } = openHome();
    await expectToast("Teie sessioon on aegunud, palun logige uuesti sisse.");
    expect(getSession()).toBeNull();
    expect(at()).toBe("/");
  });

  it("says which books are bought and which are the subscription's", async () => {
    server(aUser({ subscriptionExpiresAt: later }), {
      "GET /library": [
        { ...aBook({ id: "1", title: "Kevade" }), subscriptionBook: true, addedAt: later },
        { ...aBook({ id: "2", title: "Suvi" }), subscriptionBook: false, addedAt: later },
      ],
    });
    openHome();
    await expectText("Paketiraamat", "Ostetud raamat");
    await expectLink("Kuula: Suvi", "/kuula/2");
    await expectText("2 raamatut");
  });
});

import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { forgetDialogs } from "#app/features/subscription/card-dialog.ts";
import { routeToken } from "#app/features/subscription/route-token.ts";
import { rememberPayment, startedPayment } from "#app/features/subscription/started-payment.ts";
import { clearSession, getSession, setSession } from "#app/session/session.ts";
import { aUser, bothPlans } from "#app/testing/data.ts";
import { button, expectLink, expectText, openerBelowRoot } from "#app/testing/screen.tsx";
import { problem } from "#app/testing/server.ts";
import * as paid from "./card-paid.tsx";
import * as card from "./card-payment.tsx";

const open = openerBelowRoot({ packages: bothPlans, seller: "Heliriiul OÜ" }, [
  { path: "/kaardimakse/:endpoint/:token", ...card },
  { path: "/paketimakse-sooritatud", ...paid },
  { path: "/subscription-payment-complete", ...paid },
  { path: "/card-change-complete", ...paid },
]);

const START = {
  url: "/_sandbox/makecommerce/checkout.js",
  key: "public-key",
  transactionId: "tx-1",
  amount: 0,
  currency: "EUR",
  email: "mari@mail.ee",
  clientName: "Mari Maasikas",
};
const payment = (status: string, purpose = "trial") => ({
  transactionId: "tx-1",
  purpose,
  status,
  subscriptionType: "UNLIMITED",
  amount: 0,
});
const GET = "GET /subscription-payments/tx-1";

type Global = { Maksekeskus?: unknown } & Record<string, (data?: unknown) => unknown>;
const globals = window as unknown as Global;

/** Replaces the payment service's script: each script element loads at once. */
function dialog({ fails = false } = {}) {
  const state = { fails, scripts: 0, initialize: vi.fn(), open: vi.fn(), close: vi.fn() };
  vi.spyOn(document.head, "append").mockImplementation((...nodes) => {
    for (const node of nodes) {
      if (!(node instanceof HTMLScriptElement)) continue;
      state.scripts += 1;
      queueMicrotask(() => {
        if (state.fails) return node.onerror?.(new Event("error"));
        const { initialize, open: show, close } = state;
        globals.Maksekeskus = { Checkout: { initialize, open: show, close } } as never;
        node.onload?.(new Event("load"));
      });
    }
  });
  return state;
}
/** Calls one of the global functions whose names the dialog was given. */
const say = (shown: ReturnType<typeof dialog>, what: "completed" | "cancelled", data?: unknown) =>
  act(async () => {
    await globals[shown.initialize.mock.calls.at(-1)?.[0][what]]?.(data);
  });

/** Orders, which opens the dialog. */
async function expectOpened() {
  const order = await button("Telli ja maksa");
  await act(async () => order.click());
  await expectText(/Makseaken on avatud/);
}

/** Starts a trial in the dialog that opens. */
async function openDialog(answers: Record<string, unknown> = {}) {
  const shown = dialog();
  const opened = open("/kaardimakse/start-trial/web", { "POST /start-trial": START, ...answers });
  await expectOpened();
  return { shown, ...opened };
}

let reload: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  setSession(aUser());
  forgetDialogs();
  delete globals.Maksekeskus;
  reload = vi.spyOn(location, "reload").mockImplementation(() => {});
});

describe("/kaardimakse", () => {
  it("sends a visitor to /login and back here", async () => {
    clearSession();
    const { at, state } = open("/kaardimakse/start-trial/web?pakett=UNLIMITED", {});
    await waitFor(() => expect(at()).toBe("/login"));
    expect(state()).toEqual({ redirect: "/kaardimakse/start-trial/web?pakett=UNLIMITED" });
  });

  it.each([
    ["start-trial", "?pakett=UNLIMITED", { subscriptionType: "UNLIMITED" }],
    ["start-trial", "", { subscriptionType: "20H_LIMITED" }],
    ["checkout-subscription", "?pakett=UNLIMITED", { subscriptionType: "UNLIMITED" }],
    ["whatever", "?pakett=NONSENSE", { subscriptionType: "20H_LIMITED" }],
    ["change-card-details", "", {}],
  ])("starts by %s%s and opens the dialog", async (endpoint, query, body) => {
    const shown = dialog();
    const call = `POST /${endpoint === "whatever" ? "checkout-subscription" : endpoint}`;
    const { asked, count } = open(`/kaardimakse/${endpoint}/web${query}`, { [call]: START });
    if (endpoint === "change-card-details") await expectText(/Makseaken on avatud/);
    else await expectOpened();
    expect(count(call)).toBe(1);
    expect(asked[0]?.body).toEqual({ apiToken: "token-of-mari", ...body });
    expect(shown.open).toHaveBeenCalledTimes(1);
    expect(shown.scripts).toBe(1);
  });

  it.each([
    ["start-trial", /^Esimene kuutasu võetakse kaardilt 13\.12\.2026/],
    ["checkout-subscription", "Kuutasu võetakse kaardilt kohe ja edaspidi iga kuu samal päeval."],
  ])("%s tells before the payment when the charges come and how to stop", async (what, charge) => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-11-29T10:00:00Z") });
    dialog();
    open(`/kaardimakse/${what}/web`, { [`POST /${what}`]: START });
    await expectText(charge, /„Lõpeta pakett“/, /^Müüja: Heliriiul OÜ/);
    await expectLink("Kasutustingimused", "/kasutustingimused");
    await expectLink("Lepingust taganemine", "/taganemine");
  });

  describe("the consent to listen at once", () => {
    const openAsking = openerBelowRoot({ packages: bothPlans, withdrawal: "by-consent" }, [
      { path: "/kaardimakse/:endpoint/:token", ...card },
    ]);

    it.each([true, false])("is sent before the dialog opens: %s", async (consent) => {
      const shown = dialog();
      const call = "POST /start-trial";
      const { asked, user } = openAsking("/kaardimakse/start-trial/web", { [call]: START });
      const box = await screen.findByRole("checkbox", { name: /lõpeb minu 14-päevane/ });
      expect(box).not.toBeChecked();
      await expectText(/jääb 14 päeva taganemisõigust/);
      if (consent) await user.click(box);
      expect(shown.open).not.toHaveBeenCalled();
      await expectOpened();
      expect(asked.at(-1)?.body).toMatchObject({ immediateAccessConsent: consent });
    });

    it("is not asked for another card", async () => {
      dialog();
      openAsking("/kaardimakse/change-card-details/web", { "POST /change-card-details": START });
      await expectText(/Makseaken on avatud/);
      expect(screen.queryByRole("checkbox")).toBeNull();
    });

    it("is not sent when everybody keeps the right", async () => {
      const { asked } = await openDialog();
      expect(screen.queryByRole("checkbox")).toBeNull();
      expect(asked).toHaveLength(1);
    });
  });

  it("gives the dialog what it needs", async () => {
    const shown = dialog();
    open(SUBSCRIBE, {
      "POST /checkout-subscription": { ...START, amount: 11.99 },
    });
    await expectOpened();
    expect(shown.initialize.mock.calls[0]?.[0]).toMatchObject({
      key: "public-key",
      transaction: "tx-1",
      amount: "11.99",
      currency: "EUR",
      locale: "et",
      email: "mari@mail.ee",
      clientName: "Mari Maasikas",
      name: "Heliriiul",
      description: "Liikmetasu on 11,99 eurot kuus.",
      recurringRequired: "true",
      recurringTitle: "Püsimakse",
      recurringDescription: expect.stringContaining("11,99 eurot"),
      recurringConfirmation: expect.any(String),
      completed: expect.any(String),
      cancelled: expect.any(String),
    });
    expect(screen.getAllByText(/11,99 €/)).toHaveLength(2);
  });

  it("posts the dialog's signed message unchanged, then reloads", async () => {
    const { asked, shown } = await openDialog({ "POST /notify": {} });
    const signed = { json: '{"amount": "0.00",  "x":1}', mac: "ABC" };
    await say(shown, "completed", { paymentToken: "t", ...signed });
    expect(asked.at(-1)).toMatchObject({ call: "POST /notify", body: signed });
    expect(reload).toHaveBeenCalledTimes(1);
    expect(startedPayment()?.outcome).toBe("completed");
  });

  it("reloads although the message did not arrive", async () => {
    const { shown } = await openDialog();
    await say(shown, "completed", { json: "{}", mac: "ABC" });
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it("reports a cancelled dialog, then reloads", async () => {
    const { asked, shown } = await openDialog({ "POST /notify": {} });
    await say(shown, "cancelled");
    expect(asked.at(-1)?.body).toEqual({
      json: '{"message_type":"payment_return","status":"CANCELLED","transaction":"tx-1"}',
    });
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it("says when the dialog's script does not load, and tries again", async () => {
    const shown = dialog({ fails: true });
    const { user } = open("/kaardimakse/start-trial/web", { "POST /start-trial": START });
    expect(await screen.findByRole("alert")).toHaveTextContent("Makseakna laadimine ebaõnnestus.");
    shown.fails = false;
    await user.click(await button("Proovi uuesti"));
    await expectOpened();
    expect(shown.scripts).toBe(2);
  });

  const SUBSCRIBE = "/kaardimakse/checkout-subscription/web?pakett=UNLIMITED";

  it.each([
    [409, "package-active", /Sul on juba kehtiv pakett/, "Minu konto", "/konto"],
    [409, "trial-used", /prooviperioodi juba kasutanud/, "Liitu paketiga", SUBSCRIBE],
    [403, "package-required", /siis, kui sul on pakett/, "Vali pakett", "/paketiost"],
    [422, "validation", /Sellist paketti ei ole/, "Vali pakett", "/paketiost"],
  ])("refused with %d %s shows the way on", async (status, code, message, name, href) => {
    dialog();
    open("/kaardimakse/start-trial/web?pakett=UNLIMITED", {
      "POST /start-trial": problem(status, code),
    });
    expect(await screen.findByRole("alert")).toHaveTextContent(message);
    await expectLink(name, href);
  });

  it.each([
    [problem(503, "provider-unavailable"), /Makseteenus ei vasta/],
    [problem(429, "too-many-requests"), /Liiga palju katseid/],
    [problem(500, "internal"), /Makse alustamine ebaõnnestus\./],
  ])("a payment that does not begin can be tried again", async (answer, message) => {
    dialog();
    const { answers, user } = open("/kaardimakse/start-trial/web", { "POST /start-trial": answer });
    expect(await screen.findByRole("alert")).toHaveTextContent(message);
    answers["POST /start-trial"] = START;
    await user.click(await button("Proovi uuesti"));
    await expectOpened();
  });

  it("leads an ended session to /login and back here", async () => {
    const { at, state } = open("/kaardimakse/change-card-details/web", {
      "POST /change-card-details": problem(401, "unauthorized"),
    });
    await waitFor(() => expect(at()).toBe("/login"));
    expect(state()).toEqual({ redirect: "/kaardimakse/change-card-details/web" });
    expect(getSession()).toBeNull();
  });

  const outcome = (what: "completed" | "cancelled" | null, endpoint = "start-trial") =>
    rememberPayment({ transactionId: "tx-1", endpoint, app: false, outcome: what });

  it.each([
    ["trial", "start-trial", "/paketimakse-sooritatud"],
    ["card", "change-card-details", "/card-change-complete"],
  ])("a paid %s goes to its thanks", async (purpose, endpoint, place) => {
    outcome("completed", endpoint);
    const { at } = open(`/kaardimakse/${endpoint}/web`, { [GET]: payment("paid", purpose) });
    await waitFor(() => expect(at()).toBe(place));
    expect(startedPayment()).toBeNull();
  });

  it("waits for the bank, asking every two seconds", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    outcome("completed");
    const { answers, count, at } = open("/kaardimakse/start-trial/web", { [GET]: payment("open") });
    await expectText("Ootame panga kinnitust …");
    answers[GET] = payment("charging");
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(count(GET)).toBe(2);
    answers[GET] = payment("paid");
    await act(() => vi.advanceTimersByTimeAsync(2000));
    await waitFor(() => expect(at()).toBe("/paketimakse-sooritatud"));
  });

  it.each([
    ["cancelled", "Makse katkestati. Kaardilt ei võetud midagi."],
    // The service keeps the payment open although its buyer has left.
    ["open", "Makse katkestati. Kaardilt ei võetud midagi."],
    ["failed", "Makse ebaõnnestus. Kontrolli kaardi andmeid või proovi teise kaardiga."],
    ["declined", "Pank keeldus maksest. Proovi uuesti või teise kaardiga."],
    ["expired", "Maksmise aeg sai läbi."],
    ["refunded", "Selle makse raha on tagastatud."],
  ])("%s at the bank: says so, and tries again", async (status, message) => {
    outcome(message.startsWith("Makse katkestati") ? "cancelled" : "completed");
    dialog();
    const { user } = open("/kaardimakse/start-trial/web", {
      [GET]: payment(status),
      "POST /start-trial": START,
    });
    await expectText(message);
    await user.click(await button("Proovi uuesti"));
    await expectOpened();
  });

  it("opens the dialog again when the page was reloaded under it", async () => {
    outcome(null);
    const { shown } = await openDialog({ [GET]: payment("open") });
    expect(shown.open).toHaveBeenCalledTimes(1);
  });

  it("trusts the transaction of a return from the bank, and nobody else's", async () => {
    const { answers } = open("/kaardimakse/start-trial/web?tehing=tx-1", {
      [GET]: payment("failed"),
    });
    await expectText(/^Makse ebaõnnestus/);
    answers[GET] = problem(404, "not-found");
    open("/kaardimakse/start-trial/web?tehing=tx-1");
    await expectText("Makset ei leitud.");
  });

  it("the app's token leaves the address and is used in place of the session's", async () => {
    const shown = dialog();
    const { asked, at } = open("/kaardimakse/start-trial/token-of-app?pakett=UNLIMITED", {
      "POST /start-trial": START,
      "POST /notify": {},
    });
    await expectOpened();
    expect(at()).toBe("/kaardimakse/start-trial/app?pakett=UNLIMITED");
    expect(asked[0]?.body).toMatchObject({ apiToken: "token-of-app" });
    await say(shown, "completed", { json: "{}", mac: "A" });
    const tokens = asked.map(({ headers }) => headers.get("Api-Token"));
    expect(new Set(tokens)).toEqual(new Set(["token-of-app"]));
    expect(startedPayment()?.app).toBe(true);
  });

  it("the app's token is kept when the bank returns to the web's address", async () => {
    clearSession();
    sessionStorage.setItem("heliriiul.routeToken", "token-of-app");
    rememberPayment({ transactionId: "tx-1", endpoint: "start-trial", app: true, outcome: null });
    const { asked } = open("/kaardimakse/start-trial/web?tehing=tx-1", {
      [GET]: payment("failed"),
    });
    await expectText(/^Makse ebaõnnestus/);
    expect(asked[0]?.headers.get("Api-Token")).toBe("token-of-app");
  });

  it("the web's address forgets the app's token", async () => {
    sessionStorage.setItem("heliriiul.routeToken", "token-of-app");
    const { asked } = await openDialog();
    expect(asked[0]?.headers.get("Api-Token")).toBe("token-of-mari");
    expect(routeToken()).toBeNull();
  });

  it("an expired token of the app's says so", async () => {
    clearSession();
    open("/kaardimakse/start-trial/dead?pakett=UNLIMITED", {
      "POST /start-trial": problem(401, "unauthorized"),
    });
    expect(await screen.findByRole("alert")).toHaveTextContent("See makselink ei kehti enam.");
    await expectLink("Jätka veebis", "/kaardimakse/start-trial/web?pakett=UNLIMITED");
  });
});

import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { consumeEvents, resetEvents } from "#app/api/track.ts";
import { rememberPayment, startedPayment } from "#app/features/subscription/started-payment.ts";
import { clearSession, getSession, setSession } from "#app/session/session.ts";
import { aSubscription, aUser, bothPlans } from "#app/testing/data.ts";
import { expectText, expectToast, openerBelowRoot } from "#app/testing/screen.tsx";
import * as paid from "./card-paid.tsx";

const open = openerBelowRoot({ packages: bothPlans }, [
  { path: "/paketimakse-sooritatud", ...paid },
  { path: "/subscription-payment-complete", ...paid },
  { path: "/card-change-complete", ...paid },
]);

beforeEach(() => {
  setSession(aUser());
  resetEvents();
});

describe("the thanks", () => {
  const APP =
    "Täname ostu eest, pakett on aktiveeritud. Kui soovid jätkata äpis, siis sulge veebilehitseja.";
  const expiry = "2099-01-05T10:00:00.000Z";
  const events = () => {
    const names: string[] = [];
    consumeEvents(({ name }) => names.push(name))();
    return names;
  };

  it("of a trial: says when it ends, refreshes the user, notes it once", async () => {
    const subscriptionType = "UNLIMITED";
    open("/paketimakse-sooritatud", {
      "GET /user": aUser({ subscriptionExpiresAt: expiry, subscriptionType, trialActive: true }),
      "GET /subscription": aSubscription({ status: "trial", nextAmount: 11.99 }),
    });
    await screen.findByRole("heading", { level: 1, name: "Pakett on aktiveeritud" });
    await expectText(
      "Täname ostu eest, pakett on aktiveeritud.",
      /^Tasuta prooviperiood lõpeb 5.1.2099..*11,99 €\/kuu/,
    );
    expect(getSession()?.user.trialActive).toBe(true);
    expect(events()).toEqual(["trial started"]);
    expect(screen.queryByText(APP)).toBeNull();
    open("/paketimakse-sooritatud");
    await waitFor(() => expect(screen.getAllByText(/^Tasuta prooviperiood lõpeb/)).toHaveLength(2));
    expect(events()).toEqual([]);
  });

  it("of a subscription, at the app's address", async () => {
    open("/subscription-payment-complete", {
      "GET /user": aUser({ subscriptionExpiresAt: expiry }),
    });
    await expectText("Pakett kehtib kuni 5.1.2099.");
    await expectToast(APP);
    expect(events()).toEqual(["successful subscription purchase"]);
  });

  it("by the app's token", async () => {
    clearSession();
    sessionStorage.setItem("heliriiul.routeToken", "token-of-app");
    const { asked } = open("/paketimakse-sooritatud", {
      "GET /user": aUser({ subscriptionExpiresAt: expiry }),
    });
    await expectToast(APP);
    expect(asked[0]?.headers.get("Api-Token")).toBe("token-of-app");
    expect(getSession()).toBeNull();
  });

  it("waits until the subscription is active", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { answers } = open("/paketimakse-sooritatud", { "GET /user": aUser() });
    await expectText("Aktiveerime paketti …");
    answers["GET /user"] = aUser({ subscriptionExpiresAt: expiry });
    await act(() => vi.advanceTimersByTimeAsync(2000));
    await expectText("Pakett kehtib kuni 5.1.2099.");
  });

  it("of a visitor only says thanks", async () => {
    clearSession();
    open("/paketimakse-sooritatud", {});
    await expectText("Täname ostu eest, pakett on aktiveeritud.");
    expect(events()).toEqual([]);
  });

  it("of a changed card", async () => {
    clearSession();
    rememberPayment({ transactionId: "tx-1", endpoint: "x", app: false, outcome: null });
    open("/card-change-complete", {});
    await expectText("Kaardiandmed uuendatud.");
    expect(startedPayment()).toBeNull();
  });
});

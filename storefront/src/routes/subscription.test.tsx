import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Plan } from "#app/api/types.ts";
import { clearSession, getSession, setSession } from "#app/session/session.ts";
import { aSubscription, aUser, bothPlans, noSubscription } from "#app/testing/data.ts";
import {
  button,
  expectLink,
  expectText,
  expectToast,
  link,
  openerBelowRoot,
} from "#app/testing/screen.tsx";
import { fakeServer, problem } from "#app/testing/server.ts";
import * as change from "./change-plan.tsx";
import * as choice from "./plans.tsx";

const open = openerBelowRoot({ packages: bothPlans }, [
  { path: "/paketiost", ...choice },
  { path: "/paketivahetus/:token", ...change },
]);

const CHANGE = "POST /change-subscription";
const changed = (subscriptionType: Plan) => ({
  changed: "now",
  amount: 3.2,
  subscriptionType,
  effectiveAt: "2099-01-05T10:00:00.000Z",
});

beforeEach(() => setSession(aUser()));

describe("/paketiost", () => {
  it("offers a visitor the trial of both plans", async () => {
    clearSession();
    const { asked } = open("/paketiost", {});
    await expectText("6,99 €", "11,99 €");
    expect(screen.getAllByText("/kuu")).toHaveLength(2);
    await expectText("20 tundi kuulamist kuus");
    await expectText("Esimesed 2 nädalat on tasuta, seejärel 6,99 €/kuu.");
    await expectLink(
      "Proovi 2 nädalat tasuta: Piiramatu pakett",
      "/kaardimakse/start-trial/web?pakett=UNLIMITED",
    );
    expect(asked).toEqual([]);
  });

  it("offers the plan without a trial to a user who has had it, at the code's price", async () => {
    open("/paketiost", {
      "GET /subscription": { ...noSubscription, trialAvailable: false, status: "ended" },
      "GET /discounts/active": { discountPercentage: 20 },
    });
    await expectText("Sinu sooduskood annab paketilt −20%.", "9,59 €", "5,59 €");
    expect(screen.queryByText(/2 nädalat/)).toBeNull();
    await expectLink(
      "Liitu paketiga: Paindlik pakett",
      "/kaardimakse/checkout-subscription/web?pakett=20H_LIMITED",
    );
  });

  it("tells a subscriber so", async () => {
    open("/paketiost", {
      "GET /subscription": aSubscription(),
      "GET /discounts/active": problem(500, "internal"),
    });
    await expectText("Paindlik pakett kehtib kuni 5.1.2099.");
    await expectLink("Vaheta paketti", "/paketivahetus/web");
    await expectLink("Minu konto", "/konto");
    expect(screen.queryByRole("link", { name: /Liitu paketiga/ })).toBeNull();
  });

  it("offers the plans when the calls fail", async () => {
    open("/paketiost", {});
    await link(/tasuta: Paindlik pakett/);
  });
});

describe("/paketivahetus", () => {
  it("leads a visitor to the plans", async () => {
    clearSession();
    fakeServer({});
    expect(getSession()).toBeNull();
    const { at } = open("/paketivahetus/web");
    await waitFor(() => expect(at()).toBe("/paketiost"));
  });

  it.each([
    ["web", noSubscription, "token-of-mari"],
    ["web", { ...noSubscription, status: "ended" }, "token-of-mari"],
    ["web", problem(401, "unauthorized"), undefined],
    // An expired token of the app's.
    ["dead", problem(401, "unauthorized"), "token-of-mari"],
  ])("of %s leads on without a subscription: %j", async (token, answer, session) => {
    const { at } = open(`/paketivahetus/${token}`, { "GET /subscription": answer });
    await waitFor(() => expect(at()).toBe("/paketiost"));
    expect(getSession()?.token).toBe(session);
  });

  it("goes from flexible to unlimited for the missing amount, once confirmed", async () => {
    const { answers, asked, count, user } = open("/paketivahetus/web", {
      "GET /subscription": aSubscription(),
      "GET /user": aUser({ subscriptionType: "UNLIMITED" }),
      [CHANGE]: changed("UNLIMITED"),
    });
    await expectText("3,20 €", "Edaspidi maksab pakett 11,99 €/kuu.");
    await user.click(await button("Liitun piiramatu paketiga"));
    const dialog = within(await screen.findByRole("dialog"));
    expect(
      dialog.getByText("Võtame sinu kaardilt kohe 3,20 € ja vahetame paketi."),
    ).toBeInTheDocument();
    await user.click(dialog.getByRole("button", { name: "Tühista" }));
    expect(count(CHANGE)).toBe(0);
    await user.click(await button("Liitun piiramatu paketiga"));
    answers["GET /subscription"] = aSubscription({ subscriptionType: "UNLIMITED" });
    await user.click(await button("Kinnita"));
    await expectText("Sul on nüüd piiramatu pakett. Head kuulamist!");
    expect(asked.find(({ call }) => call === CHANGE)?.body).toEqual({
      subscriptionType: "UNLIMITED",
    });
    await waitFor(() => expect(getSession()?.user.subscriptionType).toBe("UNLIMITED"));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("costs nothing in the trial", async () => {
    const { user } = open("/paketivahetus/web", {
      "GET /subscription": aSubscription({ status: "trial", upgradeAmount: 0 }),
    });
    await expectText("Praegu ei ole vaja midagi juurde maksta.");
    await expectText(/prooviperiood kestab kuni 5.1.2099/);
    await user.click(await button("Liitun piiramatu paketiga"));
    await expectText(/Vahetame paketi kohe/);
  });

  it("schedules the flexible plan for the end of the period, and cancels that", async () => {
    const unlimited = aSubscription({ subscriptionType: "UNLIMITED", upgradeAmount: null });
    const { answers, asked, user } = open("/paketivahetus/web", {
      "GET /subscription": unlimited,
      "GET /user": aUser(),
      [CHANGE]: changed("20H_LIMITED"),
    });
    await expectText(
      "Piiramatut paketti ei saa kohe vahetada. Uus pakett hakkab kehtima pärast makseperioodi lõppu, 5.1.2099.",
    );
    answers["GET /subscription"] = { ...unlimited, nextSubscriptionType: "20H_LIMITED" };
    await user.click(await button("Vaheta paindliku paketi vastu"));
    await expectText("Vahetus on kirjas: Paindlik pakett hakkab kehtima 5.1.2099.");
    const sent = () => asked.filter(({ call }) => call === CHANGE).at(-1)?.body;
    expect(sent()).toEqual({ subscriptionType: "20H_LIMITED", atPeriodEnd: true });
    answers["GET /subscription"] = unlimited;
    await user.click(await button("Võta vahetus tagasi"));
    await expectText("Vahetus on tagasi võetud. Sinu pakett jääb samaks.");
    expect(sent()).toEqual({ subscriptionType: "UNLIMITED" });
  });

  it.each([
    [402, "charge-declined", /Pank keeldus maksest. Sinu pakett jäi samaks/, "Muuda kaardiandmeid"],
    [409, "card-missing", /Sinu kontol ei ole kehtivat kaarti/, "Lisa kaart"],
    [503, "charge-unanswered", /Pank ei ole veel vastanud/, null],
    [409, "upgrade-too-late", /me tagastame raha/, null],
    [500, "internal", /Paketi vahetamine ebaõnnestus\./, null],
    [429, "too-many-requests", /Liiga palju katseid/, null],
  ])(
    "tells of %d %s, and leads to the card if that helps",
    async (status, code, message, cardLink) => {
      const { user } = open("/paketivahetus/web", {
        "GET /subscription": aSubscription(),
        [CHANGE]: problem(status, code),
      });
      await user.click(await button("Liitun piiramatu paketiga"));
      await user.click(await button("Kinnita"));
      expect(await screen.findByRole("alert")).toHaveTextContent(message);
      if (cardLink) await expectLink(cardLink, "/kaardimakse/change-card-details/web");
      else expect(screen.queryByRole("link", { name: "Muuda kaardiandmeid" })).toBeNull();
    },
  );

  it("a declined charge of the past leads to the card", async () => {
    open("/paketivahetus/web", { "GET /subscription": aSubscription({ status: "grace" }) });
    await expectText("Viimane paketimakse ebaõnnestus");
    await link("Muuda kaardiandmeid");
  });

  it("a stopped subscription can be resumed", async () => {
    const { answers, user } = open("/paketivahetus/web", {
      "GET /subscription": aSubscription({ status: "stopped", renewsAt: null }),
      "GET /user": aUser(),
      [CHANGE]: changed("20H_LIMITED"),
    });
    await expectText("Sinu pakett on lõpetatud ja kehtib kuni 5.1.2099.");
    answers["GET /subscription"] = aSubscription();
    await user.click(await button("Jätka paketti"));
    await expectText("Sinu pakett jätkub.");
  });

  it("says when it cannot be loaded, and tries again", async () => {
    const { answers, user } = open("/paketivahetus/web", {
      "GET /subscription": problem(500, "internal"),
    });
    await expectText("Viga andmete laadimisel");
    answers["GET /subscription"] = aSubscription();
    await user.click(await button("Proovi uuesti"));
    await button("Liitun piiramatu paketiga");
  });

  it("the app's token leaves the address and is used in place of the session's", async () => {
    const { asked, user, at } = open("/paketivahetus/token-of-app", {
      "GET /subscription": aSubscription(),
      [CHANGE]: changed("UNLIMITED"),
    });
    await user.click(await button("Liitun piiramatu paketiga"));
    expect(at()).toBe("/paketivahetus/app");
    await user.click(await button("Kinnita"));
    await expectToast(
      "Täname ostu eest, pakett on aktiveeritud. Kui soovid jätkata äpis, siis sulge veebilehitseja.",
    );
    const tokens = asked.map(({ headers }) => headers.get("Api-Token"));
    expect(new Set(tokens)).toEqual(new Set(["token-of-app"]));
  });
});

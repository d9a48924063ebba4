import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { clearSession, getSession, setSession } from "#app/session/session.ts";
import { aConfig, aUser } from "#app/testing/data.ts";
import {
  button,
  expectLink,
  expectText,
  expectToast,
  openerBelowRoot,
} from "#app/testing/screen.tsx";
import { problem } from "#app/testing/server.ts";
import * as discount from "./discount.tsx";
import * as gift from "./gift.tsx";

const open = openerBelowRoot(aConfig(), [
  { path: "/kingitus", ...gift },
  { path: "/sooduskood", ...discount },
]);
const activate = () => button("Aktiveeri");

const page = {
  identifier: "kinkekaart",
  title: "Kinkekaart",
  summary: "",
  content: "<p>Kingi raamatuid.</p>",
  updatedAt: "2026-01-01T00:00:00.000Z",
};

beforeEach(() => setSession(aUser()));

describe("/kingitus", () => {
  const PAGE = "GET /pages/kinkekaart";
  const ACTIVATE = "POST /activate-gift-card";

  it("is disabled for a visitor, and explains the gift card", async () => {
    clearSession();
    open("/kingitus", { [PAGE]: page });
    await expectText("Kingi raamatuid.");
    expect(await activate()).toBeDisabled();
    expect(screen.getByLabelText("Kinkekood")).toBeDisabled();
    await expectText("Kinkekaardi aktiveerimiseks pead olema sisse logitud.");
    await expectLink("Logi sisse", "/login");
  });

  it("activates a card, without the page too", async () => {
    const { asked, user } = open("/kingitus", {
      [ACTIVATE]: aUser({ subscriptionExpiresAt: "2099-01-05T10:00:00.000Z" }),
    });
    await user.click(await activate());
    expect(asked.filter(({ call }) => call === ACTIVATE)).toEqual([]);
    await user.type(screen.getByLabelText("Kinkekood"), " ABCD-EFGH {Enter}");
    await expectToast("Kinkekaart on aktiveeritud");
    expect(asked.at(-1)?.body).toEqual({ activationCode: "ABCD-EFGH" });
    await expectText("Sinu pakett kehtib nüüd kuni 5.1.2099.");
    expect(getSession()?.user.subscriptionExpiresAt).toBe("2099-01-05T10:00:00.000Z");
    expect(screen.getByLabelText("Kinkekood")).toHaveValue("");
  });

  it.each([
    [404, "gift-card-not-found", "Kinkekaarti ei leitud"],
    [401, "gift-card-used", "Kinkekaart on juba aktiveeritud"],
    [422, "validation", "Kinkekaardi aktiveerimine ebaõnnestus"],
    [500, "internal", "Kinkekaardi aktiveerimine ebaõnnestus"],
  ])("answers %d %s with its sentence, and keeps the session", async (status, code, message) => {
    const { user } = open("/kingitus", { [PAGE]: page, [ACTIVATE]: problem(status, code) });
    await user.type(await screen.findByLabelText("Kinkekood"), "ABCD{Enter}");
    await expectText(message);
    expect(getSession()).not.toBeNull();
  });

  it("knows an ended session from a used card", async () => {
    const { user } = open("/kingitus", { [PAGE]: page, [ACTIVATE]: problem(401, "unauthorized") });
    await user.type(await screen.findByLabelText("Kinkekood"), "ABCD{Enter}");
    await expectToast("Teie sessioon on aegunud, palun logige uuesti sisse.");
    expect(getSession()).toBeNull();
    expect(await activate()).toBeDisabled();
  });
});

describe("/sooduskood", () => {
  it("is disabled for a visitor", async () => {
    clearSession();
    open("/sooduskood", {});
    await screen.findByRole("heading", { name: "Aktiveeri paketi sooduskood" });
    expect(screen.getByLabelText("Sooduskood")).toBeDisabled();
    expect(await activate()).toBeDisabled();
    await expectText("Sooduskoodi aktiveerimiseks pead olema sisse logitud.");
  });

  it("activates a code and says what it gives", async () => {
    const { user } = open("/sooduskood", {
      "GET /discounts/active": { discountPercentage: 10 },
      "POST /discounts/SUVI%2F25/activate": { discountCode: "SUVI/25", discountPercentage: 25 },
    });
    await expectText("Sinu pakett on nüüd 10% soodsam.");
    await user.type(screen.getByLabelText("Sooduskood"), "SUVI/25{Enter}");
    await expectToast("Sooduskood on aktiveeritud");
    await expectText("Sinu pakett on nüüd 25% soodsam.");
    await expectLink("Vali pakett", "/paketiost");
  });

  it.each([
    [404, "discount-not-found", "Sooduskoodi ei leitud või see ei ole enam aktiivne"],
    [500, "internal", "Sooduskoodi aktiveerimine ebaõnnestus"],
  ])("answers %d %s with its sentence", async (status, code, message) => {
    const { user } = open("/sooduskood", { "POST /discounts/X/activate": problem(status, code) });
    await user.type(await screen.findByLabelText("Sooduskood"), "X{Enter}");
    await expectText(message);
  });

  it("knows when the session is over", async () => {
    const { user } = open("/sooduskood", {
      "POST /discounts/X/activate": problem(401, "unauthorized"),
    });
    await user.type(await screen.findByLabelText("Sooduskood"), "X{Enter}");
    await waitFor(() => expect(getSession()).toBeNull());
  });
});

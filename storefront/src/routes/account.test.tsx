import { screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { useLoaderData } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ROOT_ID } from "#app/api/frame.ts";
import { getSession, setSession } from "#app/features/auth/session.ts";
import { aBook, anOrder, aUser } from "#app/testing/data.ts";
import { expectToast, renderAt } from "#app/testing/screen.tsx";
import { fakeServer, problem } from "#app/testing/server.ts";
import * as account from "./account.tsx";
import { loadShelf } from "./home-shelf.tsx";

vi.setConfig({ testTimeout: 20_000 });

const config = {
  partnerUrl: "https://partner.example/",
  partnerUrlLegacy: "https://old.example/",
  partnerCutoff: "2025-10-13",
};
const later = "2099-01-05T10:00:00.000Z";

const routes = [
  {
    id: ROOT_ID,
    loader: () => ({ config, footer: { pages: [] } }),
    children: [{ path: "/konto", ...account }],
  },
];
const open = () => renderAt("/konto", routes);

function server(user = aUser(), over: Record<string, unknown> = {}) {
  setSession(user);
  return fakeServer({
    "GET /user": user,
    "GET /orders": [],
    "GET /reading": { readingTotalDurationMinutes: 200, subscriptionType: null },
    ...over,
  });
}

function Shelf() {
  return useLoaderData() as ReactNode;
}

const fact = async (label: string) => (await screen.findByText(label)).nextElementSibling;

beforeEach(() => localStorage.clear());

describe("/konto", () => {
  it("sends a visitor to /login and back here", async () => {
    fakeServer({});
    const { at, state } = open();
    await waitFor(() => expect(at()).toBe("/login"));
    expect(state()).toEqual({ redirect: "/konto" });
  });

  it("shows who one is, and a missing package", async () => {
    server();
    open();
    expect(await fact("Nimi")).toHaveTextContent("Mari Maasikas");
    expect(await fact("Meiliaadress")).toHaveTextContent("mari@mail.ee");
    expect(await fact("Paketi staatus")).toHaveTextContent("Mitteaktiivne");
    expect(await fact("Riiulis kuulatavad kuni")).toHaveTextContent("-");
    expect(screen.getByRole("link", { name: "Kuula partneri juures" })).toHaveAttribute(
      "href",
      "https://partner.example/",
    );
    expect(screen.getByText("Sa ei ole veel ühtegi raamatut ostnud.")).toBeInTheDocument();
  });

  it.each([
    ["20H_LIMITED", false, "Aktiivne", "3t 20 min / 20t", "Paketi kehtib kuni"],
    ["UNLIMITED", false, "Aktiivne", "3t 20 min / ∞", "Paketi kehtib kuni"],
    ["UNLIMITED", true, "Prooviperiood", "3t 20 min / ∞", "Prooviperiood kestab kuni"],
  ] as const)("shows a package %s, trial %s", async (type, trialActive, status, usage, until) => {
    server(aUser({ subscriptionType: type, trialActive, subscriptionExpiresAt: later }));
    open();
    expect(await fact("Paketi staatus")).toHaveTextContent(status);
    expect(await fact("Kuulatud")).toHaveTextContent(usage);
    expect(await fact(until)).toHaveTextContent("5.1.2099");
    expect(screen.queryByRole("link", { name: "Kuula partneri juures" })).toBeNull();
  });

  it("lists orders with their lines and states", async () => {
    server(aUser(), { "GET /orders": [anOrder({ status: "paid", discountCode: "SUVI10" })] });
    open();
    expect(await screen.findByText("Tellimus H-1001")).toBeInTheDocument();
    expect(screen.getByText("Makstud")).toBeInTheDocument();
    expect(screen.getByText("Oskar Luts - Raamat a")).toBeInTheDocument();
    expect(screen.getByText("Sooduskood SUVI10")).toBeInTheDocument();
    expect(screen.getByText("19,80 €")).toBeInTheDocument();
  });

  it("stands without the parts that failed", async () => {
    const { answers } = server(aUser(), {
      "GET /orders": problem(500, "internal"),
      "GET /reading": problem(500, "internal"),
    });
    const { user } = open();
    expect(await screen.findByText("Tellimuste laadimine ebaõnnestus.")).toBeInTheDocument();
    expect(await fact("Nimi")).toHaveTextContent("Mari Maasikas");
    answers["GET /orders"] = [anOrder()];
    await user.click(screen.getByRole("button", { name: "Proovi uuesti" }));
    expect(await screen.findByText("Ootab makset")).toBeInTheDocument();
  });

  it("logs out to /, though the screen itself needs a person", async () => {
    const { asked } = server(aUser(), { "POST /logout": undefined });
    const { user, at } = open();
    await user.click(await screen.findByRole("button", { name: "Logi välja" }));
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

  it("sends the confirmation mail again, once", async () => {
    const { count } = server(aUser({ emailVerifiedAt: null }), {
      "POST /verify/resend": undefined,
    });
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Saada kinnituskiri uuesti" }));
    await expectToast("Saatsime uue kinnituskirja.");
    expect(screen.getByRole("button", { name: "Saatsime uue kinnituskirja." })).toBeDisabled();
    expect(count("POST /verify/resend")).toBe(1);
  });
});

describe("the shelf at /", () => {
  const home = {
    path: "/",
    loader: async ({ request }: { request: Request }) =>
      getSession() ? loadShelf(request.signal, false) : "visitor",
    Component: Shelf,
  };
  const openHome = () => renderAt("/", [home]);

  it("says when it cannot be loaded, and tries again", async () => {
    const { answers } = server(aUser({ subscriptionExpiresAt: later }), {
      "GET /library": problem(500, "internal"),
    });
    const { user, at } = openHome();
    expect(await screen.findByText("Viga andmete laadimisel")).toBeInTheDocument();
    answers["GET /library"] = [];
    await user.click(screen.getByRole("button", { name: "Proovi uuesti" }));
    await waitFor(() => expect(at()).toBe("/raamatud"));
  });

  it.each([401, 403])("ends the session on %d", async (status) => {
    server(aUser(), { "GET /library": problem(status, "unauthorized") });
    const { at } = openHome();
    await expectToast("Teie sessioon on aegunud, palun logige uuesti sisse.");
    expect(getSession()).toBeNull();
    expect(at()).toBe("/");
  });

  it("says which books are bought and which are the package's", async () => {
    server(aUser({ subscriptionExpiresAt: later }), {
      "GET /library": [
        { ...aBook({ id: "1", title: "Kevade" }), subscriptionBook: true, addedAt: later },
        { ...aBook({ id: "2", title: "Suvi" }), subscriptionBook: false, addedAt: later },
      ],
    });
    openHome();
    expect(await screen.findByText("Paketiraamat")).toBeInTheDocument();
    expect(screen.getByText("Ostetud raamat")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Kuula: Suvi" })).toHaveAttribute("href", "/kuula/2");
    expect(screen.getByText("2 raamatut")).toBeInTheDocument();
  });
});

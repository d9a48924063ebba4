import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { resetFrame } from "#app/api/frame.ts";
import { addToCart } from "#app/cart/cart.ts";
import { writeCookie } from "#app/kit/cookie.ts";
import { visitedPaths } from "#app/layout/path-history.ts";
import { setSession } from "#app/session/session.ts";
import { aConfig, aUser } from "#app/testing/data.ts";
import { button, renderAt } from "#app/testing/screen.tsx";
import { fakeServer, problem } from "#app/testing/server.ts";
import { Crash, Root, rootLoader, ScreenError } from "./root.tsx";

const ANNOUNCEMENT = {
  id: "s1",
  identifier: "announcement",
  title: "Uus raamat",
  content: "<p>Kuula kohe.</p>",
  updatedAt: "2026-11-01T00:00:00.000Z",
  linkedPageSlug: "meist",
  linkText: "Vaata",
};

beforeEach(resetFrame);
afterEach(() => {
  for (const name of ["hr_consent", "hr_announcement", "hr_theme"]) writeCookie(name, null);
  delete document.documentElement.dataset.theme;
});

function Broken(): null {
  throw new Error("katki");
}

function open(entry = "/", over: Record<string, unknown> = {}) {
  const server = fakeServer({
    "GET /config": aConfig(),
    "GET /sections": [ANNOUNCEMENT],
    "GET /categories": [],
    "GET /footer": { pages: [{ identifier: "meist", title: "Meist" }] },
    "POST /logout": undefined,
    ...over,
  });
  const paths = ["", "raamatud", "ostukorv", "meist", "kingitus", "konto", "login"];
  const children = [
    ...paths.map((path) => ({ path, element: <h1>{path}</h1> })),
    { path: "katki", Component: Broken },
    { path: "*", element: null, loader: () => Promise.reject(new Response("", { status: 404 })) },
  ];
  const rendered = renderAt(entry, [
    {
      id: "root",
      path: "/",
      loader: rootLoader,
      Component: Root,
      ErrorBoundary: Crash,
      shouldRevalidate: () => false,
      children: [{ ErrorBoundary: ScreenError, children }],
    },
  ]);
  return { server, ...rendered };
}

const header = () => screen.findByRole("banner");
const linksOf = (element: HTMLElement) =>
  within(element)
    .getAllByRole("link")
    .map((link) => link.textContent);

test("a visitor's header leads to books, gift, login and registration", async () => {
  open();
  const nav = within(await header()).getByRole("navigation", { name: "Peamenüü" });
  expect(linksOf(nav)).toEqual(["Raamatud", "Kingitus", "Logi sisse", "Loo konto"]);
});

test("a logged-in user's header has account, cart with its count, and logout", async () => {
  setSession(aUser());
  addToCart("a", "b");
  const { user, at, server } = open("/raamatud");
  const nav = within(await header()).getByRole("navigation", { name: "Peamenüü" });
  expect(linksOf(nav)).toEqual(["Raamatud", "Kingitus", "Konto", "Ostukorv (2)"]);
  await user.click(within(nav).getByRole("button", { name: "Logi välja" }));
  await waitFor(() => expect(at()).toBe("/"));
  expect(linksOf(nav)).toContain("Logi sisse");
  expect(server.count("POST /logout")).toBe(1);
});

test("the cart's badge is not on the cart's own page", async () => {
  addToCart("a");
  const { router } = open();
  expect(within(await header()).getByRole("link", { name: "Ostukorv (1)" })).toBeVisible();
  await router.navigate("/ostukorv");
  await screen.findByRole("heading", { name: "ostukorv" });
  expect(within(await header()).queryByRole("link", { name: /Ostukorv/ })).toBeNull();
});

test("the narrow menu opens as a dialog and closes with a choice", async () => {
  const { user, at } = open();
  await user.click(await button("Ava menüü"));
  const menu = await screen.findByRole("dialog", { name: "Peamenüü" });
  expect(linksOf(menu)).toEqual(["Avaleht", "Raamatud", "Kingitus", "Logi sisse", "Loo konto"]);
  await user.click(within(menu).getByRole("link", { name: "Raamatud" }));
  await waitFor(() => expect(at()).toBe("/raamatud"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a move scrolls to the top, focuses the content and keeps the last five paths", async () => {
  const scroll = vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  const { router } = open();
  await header();
  for (const path of ["/raamatud", "/meist", "/kingitus", "/konto", "/login"]) {
    await router.navigate(path);
    await waitFor(() => expect(visitedPaths().at(-1)).toBe(path));
  }
  expect(scroll).toHaveBeenCalledWith({ top: 0, behavior: "instant" });
  expect(screen.getByRole("main")).toHaveFocus();
  expect(visitedPaths()).toEqual(["/raamatud", "/meist", "/kingitus", "/konto", "/login"]);
});

test("a change of the query in place leaves focus and scroll alone", async () => {
  const { router } = open("/raamatud");
  await header();
  const scroll = vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  await router.navigate("/raamatud?q=kevade", { replace: true, state: { inPlace: true } });
  expect(scroll).not.toHaveBeenCalled();
  expect(screen.getByRole("main")).not.toHaveFocus();
});

test("a closed announcement stays closed until it changes", async () => {
  const { user } = open();
  const banner = await screen.findByRole("region", { name: "Teadaanne" });
  expect(banner).toHaveTextContent("Uus raamatKuula kohe.Vaata");
  await user.click(within(banner).getByRole("button", { name: "Sulge teadaanne" }));
  expect(screen.queryByRole("region", { name: "Teadaanne" })).toBeNull();
  expect(document.cookie).toContain(encodeURIComponent(ANNOUNCEMENT.updatedAt));
});

test.each([
  ["Nõustun", "yes"],
  ["Keeldun", "no"],
])("consent is asked once: %s", async (answer, kept) => {
  const { user } = open();
  const banner = await screen.findByRole("region", { name: "Küpsised" });
  await user.click(within(banner).getByRole("button", { name: answer }));
  expect(screen.queryByRole("region", { name: "Küpsised" })).toBeNull();
  expect(document.cookie).toContain(`hr_consent=${kept}`);
});

test("a logged-in user is not asked for consent", async () => {
  setSession(aUser());
  open();
  await header();
  expect(screen.queryByRole("region", { name: "Küpsised" })).toBeNull();
});

test("staging says so", async () => {
  open("/", { "GET /config": aConfig({ environment: "staging" }) });
  await header();
  await screen.findAllByText("Tegemist on staging keskkonnaga!");
});

test("the theme is chosen in the footer", async () => {
  const { user } = open();
  await user.click(await button("Tume"));
  expect(document.documentElement.dataset.theme).toBe("dark");
  expect(screen.getByRole("button", { name: "Tume" })).toHaveAttribute("aria-pressed", "true");
  await user.click(await button("Süsteemi järgi"));
  expect(document.documentElement.dataset.theme).toBeUndefined();
});

test("what is not found is said in the store's frame", async () => {
  open("/ei/ole");
  expect(await screen.findByRole("heading", { name: "Lehte ei leitud" })).toBeVisible();
  expect(screen.getByRole("contentinfo")).toBeVisible();
});

test("a crash asks to try again or to write to the support", async () => {
  vi.mocked(console.error).mockImplementation(() => {});
  open("/katki");
  expect(await screen.findByRole("heading", { name: "Midagi läks valesti" })).toBeVisible();
  expect(within(screen.getByRole("main")).getByRole("link")).toHaveAttribute(
    "href",
    "mailto:abi@heliriiul.test",
  );
  expect(screen.getByRole("button", { name: "Proovi uuesti" })).toBeVisible();
  vi.mocked(console.error).mockClear();
});

test("without its configuration the store says that something broke", async () => {
  vi.mocked(console.error).mockImplementation(() => {});
  open("/", { "GET /config": problem(503, "unavailable") });
  expect(await screen.findByRole("heading", { name: "Midagi läks valesti" })).toBeVisible();
  vi.mocked(console.error).mockClear();
});

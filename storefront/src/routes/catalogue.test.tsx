import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { resetFrame } from "#app/api/frame.ts";
import type { BookCard, User } from "#app/api/types.ts";
import { getCart } from "#app/cart/cart.ts";
import { setSession } from "#app/session/session.ts";
import { aBook, aCategory, aConfig, aUser } from "#app/testing/data.ts";
import { button, expectLink, expectText, expectToast, renderAt } from "#app/testing/screen.tsx";
import { fakeServer, problem } from "#app/testing/server.ts";
import * as bookRoute from "./book.tsx";
import * as booksRoute from "./books.tsx";
import * as isbnRoute from "./isbn.tsx";
import { rootLoader, ScreenError } from "./root.tsx";

const CATEGORIES = [
  aCategory("romaanid", { name: "Romaanid" }),
  aCategory("romaanid/ajaloolised", { name: "Ajaloolised" }),
  aCategory("peidus", { name: "Peidus", includeInMenu: false }),
];
const MEMBER = { subscriptionActive: true, subscriptionExpiresAt: "2199-01-01T00:00:00.000Z" };
const FRAME = {
  "GET /config": aConfig({
    partnerUrl: "https://uus.example/",
    partnerUrlLegacy: "https://vana.example/",
  }),
  "GET /sections": [],
  "GET /categories": CATEGORIES,
  "GET /footer": { pages: [] },
};

beforeEach(resetFrame);

function open(entry: string) {
  return renderAt(entry, [
    {
      id: "root",
      path: "/",
      loader: rootLoader,
      ErrorBoundary: ScreenError,
      children: [
        { path: "raamatud", ...booksRoute },
        { path: "raamatud/kategooria/*", ...booksRoute },
        { path: "raamatud/isbn/:isbn", ...isbnRoute },
        { path: "raamatud/:slug", ...bookRoute },
      ],
    },
  ]);
}

const page = (books: BookCard[], nextCursor: string | null = null, total = books.length) => ({
  books,
  nextCursor,
  total,
});
const named = (title: string) => aBook({ id: title, slug: title.toLowerCase(), title });

test("search asks from three characters on, once typing rests, and the empty box brings all back", async () => {
  const server = fakeServer({
    ...FRAME,
    "GET /books": page([named("Kevade"), named("Tasuja")]),
    "GET /books/search": [named("Tasuja")],
  });
  const { user, at } = open("/raamatud");
  const box = await screen.findByRole("searchbox", { name: "Otsi raamatut" });
  await user.type(box, "ta");
  await new Promise((done) => setTimeout(done, 400));
  expect(server.count("GET /books/search")).toBe(0);
  await user.type(box, "suja");
  await expectText("1 raamat otsingule „tasuja“");
  expect(server.count("GET /books/search")).toBe(1);
  expect(at()).toBe("/raamatud?q=tasuja");
  expect(screen.queryByRole("link", { name: "Kevade" })).toBeNull();
  expect(box).toHaveFocus();
  await user.clear(box);
  await screen.findByRole("link", { name: "Kevade" });
  expect(at()).toBe("/raamatud");
});

test("only the menu's top categories are buttons; the list sorts and goes on by cursor", async () => {
  const server = fakeServer({
    ...FRAME,
    "GET /books": () =>
      server.asked.at(-1)?.query.has("cursor")
        ? page([named("Tasuja")], null, 2)
        : page([named("Kevade")], "edasi", 2),
  });
  const { user, at } = open("/raamatud");
  const chips = await screen.findByRole("navigation", { name: "Kategooriad" });
  expect(
    within(chips)
      .getAllByRole("link")
      .map((link) => link.textContent),
  ).toEqual(["Kõik raamatud", "Romaanid"]);
  await user.click(screen.getByRole("link", { name: "Näita rohkem" }));
  expect(await screen.findByRole("link", { name: "Tasuja" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Kevade" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Näita rohkem" })).toBeNull();
  expect(at()).toBe("/raamatud");
  await user.selectOptions(screen.getByLabelText("Järjestus"), "Autor A–Ü");
  await waitFor(() => expect(at()).toBe("/raamatud?sort=author"));
  expect(server.asked.at(-1)?.query.get("sort")).toBe("author");
});

test("a category with a wrong ancestor leads to the right path; an unknown one is not found", async () => {
  fakeServer({ ...FRAME, "GET /books": page([]) });
  const { at, router } = open("/raamatud/kategooria/luule/ajaloolised");
  await screen.findByRole("heading", { level: 1, name: "Ajaloolised" });
  expect(at()).toBe("/raamatud/kategooria/romaanid/ajaloolised");
  await expectText("Siin kategoorias pole praegu ühtegi raamatut.");
  expect(screen.getByRole("navigation", { name: "Asukoht" })).toHaveTextContent(
    "RaamatudRomaanidAjaloolised",
  );
  await router.navigate("/raamatud/kategooria/olematu");
  await screen.findByRole("heading", { level: 1, name: "Lehte ei leitud" });
});

test("'Minu raamatud' is for those who are logged in", async () => {
  fakeServer({ ...FRAME, "GET /books": page([named("Kevade")]) });
  setSession(aUser());
  open("/raamatud");
  expect(await screen.findByRole("link", { name: "Minu raamatud" })).toBeVisible();
});

const DETAIL = {
  ...aBook({
    categoryIds: ["c-romaanid/ajaloolised"],
    length: 36_180,
    sample: "sample.mp3",
  }),
  lowestPrice30Days: null as number | null,
};

function openBook(over: Partial<typeof DETAIL> = {}, user?: Partial<User>, library: unknown = []) {
  const book = { ...DETAIL, ...over, description: "<p>Lugu koolist.</p>" };
  const server = fakeServer({
    ...FRAME,
    "GET /books/slug/kevade": book,
    "GET /library": library,
    "POST /library": { ...book, subscriptionBook: true, addedAt: "2026-01-01T00:00:00.000Z" },
  });
  if (user) setSession(aUser(user));
  return { server, book, ...open("/raamatud/kevade") };
}

const names = async () => {
  const title = await screen.findByRole("heading", { level: 1 });
  const article = title.closest("article");
  if (!article) throw new Error("no article");
  return within(article)
    .getAllByText(/^(Kuula|Lisa .*|Liitu .*)$/)
    .map((element) => element.textContent);
};

test("a visitor's way to buy leads to registration with the book in the cart", async () => {
  const { user, at, state, book } = openBook();
  expect(await names()).toEqual(["Lisa ostukorvi", "Liitu Heliriiuliga"]);
  expect(screen.getByRole("button", { name: "Kuula näidisklippi" })).toBeVisible();
  await user.click(await button("Lisa ostukorvi"));
  expect(at()).toBe("/registreerumine");
  expect(state()).toEqual({ redirect: "/ostukorv" });
  expect(getCart().books).toEqual([book.id]);
});

test("a logged-in buyer is told that the book is in the cart", async () => {
  const { user } = openBook({}, {});
  await user.click(await button("Lisa ostukorvi"));
  const dialog = screen.getByRole("dialog", { name: "Raamat ostukorvi lisatud" });
  expect(within(dialog).getByRole("link", { name: "Vaata ostukorvi" })).toHaveAttribute(
    "href",
    "/ostukorv",
  );
});

test("a subscription's book goes to the library after a confirmation", async () => {
  const { user, server, book } = openBook({}, MEMBER);
  expect(await names()).toEqual(["Lisa riiulisse", "Lisa ostukorvi"]);
  await expectText("7,92 €");
  await user.click(await button("Lisa riiulisse"));
  const dialog = screen.getByRole("dialog", { name: "Lisa raamat" });
  server.answers["GET /library"] = [
    { ...book, subscriptionBook: true, addedAt: "2026-01-01T00:00:00.000Z" },
  ];
  await user.click(within(dialog).getByRole("button", { name: "Lisa riiulisse" }));
  await expectToast('Raamat edukalt lisatud! Kuulamiseks vajuta nuppu "kuula".');
  const listen = await screen.findByRole("link", { name: "Kuula" });
  expect(listen).toHaveAttribute("href", `/kuula/${book.id}`);
  expect(screen.queryByRole("button", { name: "Kuula näidisklippi" })).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a free book has its own button; a library that failed to load can be retried", async () => {
  const { user, server } = openBook({ price: 0 }, MEMBER, problem(500, "internal"));
  await expectText("Viga andmete laadimisel");
  server.answers["GET /library"] = [];
  await user.click(await button("Proovi uuesti"));
  expect(await button("Lisa tasuta riiulisse")).toBeVisible();
  server.answers["POST /library"] = problem(503, "provider-unavailable");
  await user.click(await button("Lisa tasuta riiulisse"));
  await expectToast("Raamatu lisamine ebaõnnestus. Palun proovi uuesti.");
});

test("an ended session leaves the page to a visitor", async () => {
  openBook({}, {}, problem(401, "unauthorized"));
  expect(await names()).toEqual(["Lisa ostukorvi", "Liitu Heliriiuliga"]);
  await expectToast("Teie sessioon on aegunud, palun logige uuesti sisse.");
});

test.each([
  ["2025-10-12T20:59:59.000Z", "https://vana.example/"],
  // Midnight in Tallinn.
  ["2025-10-12T21:00:00.000Z", "https://uus.example/"],
  ["2025-10-13T10:00:00.000Z", "https://uus.example/"],
])("an account of %s goes to %s", async (createdAt, href) => {
  openBook({}, { createdAt });
  await expectLink("Kuula partneri juures", href);
});

test("the facts are a table with links to the categories", async () => {
  openBook({ publisher: null });
  const table = await screen.findByRole("table", { name: "Raamatu andmed" });
  const rows = within(table)
    .getAllByRole("row")
    .map((row) => row.textContent);
  expect(rows).toEqual([
    "PealkiriKevade",
    "AutorOskar Luts",
    "LugejaSünteeshääl",
    "Kirjastus-",
    "KategooriadAjaloolised",
    "Aasta2026",
    "Kestus10\u00a0t 3\u00a0min",
  ]);
  expect(within(table).getByRole("link", { name: "Ajaloolised" })).toHaveAttribute(
    "href",
    "/raamatud/kategooria/romaanid/ajaloolised",
  );
  await waitFor(() => expect(document.title).toBe("Kevade - Oskar Luts | Heliriiul"));
});

test("a reduced price is shown with the lowest price of 30 days", async () => {
  openBook({ price: 7.9, lowestPrice30Days: 9.9 });
  await expectText(/^Viimase 30 päeva madalaim hind 9,90/);
});

test("a long description opens and closes", async () => {
  const long = `<p>${"Lugu koolist. ".repeat(60)}</p>`;
  fakeServer({ ...FRAME, "GET /books/slug/kevade": { ...DETAIL, description: long } });
  const { user } = open("/raamatud/kevade");
  const toggle = await button("Loe lähemalt");
  expect(toggle).toHaveAttribute("aria-expanded", "false");
  await user.click(toggle);
  expect(screen.getByRole("button", { name: "Sulge" })).toHaveAttribute("aria-expanded", "true");
});

test("an ISBN leads to its book, and home when it is unknown", async () => {
  const server = fakeServer({
    ...FRAME,
    "GET /books/internal/isbn/978": { slug: "kevade" },
    "GET /books/slug/kevade": { ...DETAIL, description: "" },
  });
  const { at, router } = open("/raamatud/isbn/978");
  await screen.findByRole("heading", { level: 1, name: "Kevade" });
  expect(at()).toBe("/raamatud/kevade");
  server.answers["GET /books/internal/isbn/979"] = problem(404, "not-found");
  await router.navigate("/raamatud/isbn/979");
  expect(at()).toBe("/");
});

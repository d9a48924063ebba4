import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { fakeServer, problem } from "storefront/testing/server.ts";
import { expect, it } from "vitest";
import type { BookCard } from "#app/api/types.ts";
import { aBook } from "#app/testing/data.ts";
import { added, BookPicker, MAX_BOOKS } from "./book-picker.tsx";

const user = userEvent.setup();

const [kevade, suvi, tasuja] = ["Kevade", "Suvi", "Tasuja"].map((title) =>
  aBook(title.toLowerCase(), title),
) as [BookCard, BookCard, BookCard];

function Row({ books }: { books: BookCard[] }) {
  const [now, setNow] = useState(books);
  return <BookPicker id="row" books={now} onChange={setNow} />;
}

const titles = () =>
  [...document.querySelectorAll(".desk-sortable .desk-strong")].map((each) => each.textContent);

it("moves books, and focuses the neighbour of what was removed, at last the search", async () => {
  render(<Row books={[suvi, kevade]} />);
  await user.click(screen.getByRole("button", { name: "Liiguta tahapoole: Suvi" }));
  expect(titles()).toEqual(["Kevade", "Suvi"]);
  await user.click(screen.getByRole("button", { name: "Eemalda reast: Kevade" }));
  expect(screen.getByRole("button", { name: "Eemalda reast: Suvi" })).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(screen.getByLabelText("Otsi raamatut")).toHaveFocus();
  expect(titles()).toEqual([]);
});

it("finds by the store's search and adds each book once", async () => {
  const server = fakeServer({ "GET /books/search": [kevade, suvi] });
  render(<Row books={[kevade]} />);
  await user.type(screen.getByLabelText("Otsi raamatut"), "luts");
  const found = await screen.findByRole("list", { name: "Leitud raamatud" });
  expect(server.asked.map(({ query }) => query.get("q"))).toEqual(["luts"]);
  expect(within(found).getByText("Reas")).toBeInTheDocument();
  await user.click(within(found).getByRole("button", { name: "Lisa ritta: Suvi" }));
  expect(titles()).toEqual(["Kevade", "Suvi"]);
  expect(within(found).queryByRole("button")).toBeNull();
  expect(screen.getByLabelText("Otsi raamatut")).toHaveFocus();
});

it("gives the focus to the next that can be added, so that several are added in a row", async () => {
  fakeServer({ "GET /books/search": [kevade, suvi, tasuja] });
  render(<Row books={[]} />);
  await user.type(screen.getByLabelText("Otsi raamatut"), "luts");
  (await screen.findByRole("button", { name: "Lisa ritta: Suvi" })).focus();
  await user.keyboard("{Enter}");
  expect(screen.getByRole("button", { name: "Lisa ritta: Tasuja" })).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(screen.getByRole("button", { name: "Lisa ritta: Kevade" })).toHaveFocus();
});

it("says when the search fails or finds nothing, and asks nothing for two letters", async () => {
  const server = fakeServer({ "GET /books/search": problem(500, "internal") });
  render(<Row books={[]} />);
  const search = screen.getByLabelText("Otsi raamatut");
  await user.type(search, "lu");
  await user.type(search, "t");
  expect(await screen.findByText("Otsing ebaõnnestus. Palun proovi uuesti.")).toBeInTheDocument();
  server.answers["GET /books/search"] = [];
  await user.type(search, "s");
  expect(await screen.findByText("Ühtki raamatut ei leitud.")).toBeInTheDocument();
  expect(server.asked.map(({ query }) => query.get("q"))).toEqual(["lut", "luts"]);
});

it("takes each book once, and no more than fit", () => {
  expect(added([kevade], suvi)).toEqual([kevade, suvi]);
  const row = [kevade, suvi];
  expect(added(row, aBook(suvi.id, "Suvi"))).toBe(row);
  const full = Array.from({ length: MAX_BOOKS }, (_, n) => aBook(`${n}`, "x"));
  expect(added(full, tasuja)).toBe(full);
});

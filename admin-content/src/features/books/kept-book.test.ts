import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { DeskBook } from "#app/api/books.ts";
import { dropKept, keepUnsaved } from "#app/features/kept/kept.ts";
import { aDeskBook } from "#app/testing/books.ts";
import { PlainText } from "#app/testing/data.ts";
import { BookDraft } from "./draft.ts";
import { newPerson } from "./fields.ts";
import { findKeptBook } from "./kept-book.ts";

let stops: (() => void)[] = [];
beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-11-28T10:00:00Z") }));
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
  vi.useRealTimers();
});

function begin(book: DeskBook = aDeskBook()) {
  const draft = new BookDraft(book);
  const text = new PlainText(book.description, draft.textChanged);
  draft.attach(text);
  const keeper = keepUnsaved(book.id, draft);
  stops.push(keeper.stop);
  return { draft, text, keeper, state: () => draft.getSnapshot() };
}

/** Opens the book again in another tab, with what the first had unsaved. */
async function again(first: ReturnType<typeof begin>, book: DeskBook) {
  first.keeper.write();
  const kept = await findKeptBook(book);
  if (!kept) throw new Error("Nothing was kept.");
  const next = begin(book);
  next.draft.takeUp(kept);
  next.keeper.write();
  dropKept(book.id, kept.editing);
  return next;
}

it("keeps what is typed into any field, people and description among them", async () => {
  const first = begin();
  first.draft.edit({
    price: "12,5",
    readers: [{ ...newPerson(), firstName: "Mari", lastName: "Lill" }],
  });
  first.text.type("<p>uus</p>");
  vi.advanceTimersByTime(1000);
  const { text, state } = await again(first, aDeskBook());
  expect(text.now).toBe("<p>uus</p>");
  expect(state()).toMatchObject({
    dirty: true,
    conflict: null,
    fields: { title: "Kevade", price: "12,5", readers: [{ firstName: "Mari", lastName: "Lill" }] },
  });
  // Under the new opening alone.
  expect(localStorage.length).toBe(1);
});

it("asks about what others have changed since", async () => {
  const first = begin();
  first.draft.edit({ title: "Minu", price: "5" });
  first.text.type("<p>minu</p>");
  const newest = aDeskBook({ version: 5, title: "Tema", description: "<p>tema</p>", price: 9.9 });
  const { draft, text, state } = await again(first, newest);
  expect(state().conflict?.rows).toEqual([
    { name: "title", both: true },
    { name: "description", both: true },
  ]);
  draft.resolve({ title: "theirs", description: "mine" });
  expect(state()).toMatchObject({ dirty: true, fields: { title: "Tema", price: "5" } });
  expect(draft.own().values.description).toBe("<p>minu</p>");
  expect(text.now).toBe("<p>minu</p>");
});

it("asks again when the question was cut off", async () => {
  const first = begin();
  first.draft.edit({ price: "5" });
  const newest = aDeskBook({ version: 5, price: 12 });
  const second = await again(first, newest);
  expect(second.state().conflict?.rows).toEqual([{ name: "price", both: true }]);
  const third = await again(second, newest);
  expect(third.state().conflict?.rows).toEqual([{ name: "price", both: true }]);
});

it("forgets what the server has after all, and reads nothing that anybody else put there", async () => {
  const first = begin();
  first.draft.edit({ price: "5" });
  first.keeper.write();
  expect(await findKeptBook(aDeskBook({ version: 5, price: 5 }))).toBeNull();
  expect(localStorage.length).toBe(0);
  const { id } = aDeskBook();
  const kept = { editing: "x", at: "2026-11-28T10:00:00Z", version: 4 };
  for (const values of [{}, { ...first.draft.own().values, authors: [null] }]) {
    const text = JSON.stringify({ ...kept, values, base: first.draft.own().base });
    localStorage.setItem(`heliriiul.desk.kept.${id}.x`, text);
    expect(await findKeptBook(aDeskBook())).toBeNull();
  }
});

it("keeps the description also when its screen goes first", async () => {
  const draft = new BookDraft(aDeskBook());
  const text = new PlainText(aDeskBook().description, draft.textChanged);
  const detach = draft.attach(text);
  const keeper = keepUnsaved(aDeskBook().id, draft);
  text.type("<p>uus</p>");
  detach();
  keeper.write();
  keeper.stop();
  expect((await findKeptBook(aDeskBook()))?.values.description).toBe("<p>uus</p>");
});

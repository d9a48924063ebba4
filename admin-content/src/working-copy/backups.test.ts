import "fake-indexeddb/auto";
import { fakeServer, problem } from "storefront/testing/server.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newBookCopy } from "#app/features/books/book-copy.ts";
import { newPerson } from "#app/features/books/book-fields.ts";
import { DocumentCopy } from "#app/features/document/document-copy.ts";
import { aDeskBook } from "#app/testing/books.ts";
import { aDocument, PlainText } from "#app/testing/data.ts";
import { deleteBackup, listBackups, putBackup } from "./backup-store.ts";
import { type Backup, Backups } from "./backups.ts";
import { type DraftBody, ServerDraft, type StoredDraft } from "./server-draft.ts";
import type { WorkingCopy } from "./working-copy.ts";

const PUT = `PUT /desk/items/${aDocument().id}`;
const IDS = [aDocument().id, aDeskBook().id];
const stored = (id = aDocument().id) => listBackups(id);

let stops: (() => void)[] = [];
beforeEach(() => {
  // IndexedDB runs on timers of its own.
  const toFake = ["setTimeout", "clearTimeout", "Date"] as const;
  vi.useFakeTimers({ now: new Date("2026-11-28T10:00:00Z"), toFake: [...toFake] });
});
afterEach(async () => {
  for (const stop of stops) stop();
  stops = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const id of IDS) {
    for (const { session } of await listBackups(id)) await deleteBackup(id, session);
  }
});

function watch<Values extends object, Remote>(
  id: string,
  copy: WorkingCopy<Values, Remote, string>,
  html: string,
) {
  const text = new PlainText(html, copy.textChanged);
  const detach = copy.attach(text);
  const leave = (typed: string) => {
    text.type(typed);
    dispatchEvent(new Event("pagehide"));
  };
  const backups = new Backups(id, copy);
  const stop = backups.start();
  stops.push(stop);
  return { copy, text, backups, stop, detach, leave, state: () => copy.getSnapshot() };
}

function openDocument(document = aDocument()) {
  return watch(document.id, new DocumentCopy(document), document.body.content ?? "");
}

function openBook(book = aDeskBook()) {
  return watch(book.id, newBookCopy(book), book.description);
}

function lostBook() {
  const lost = openBook();
  lost.copy.edit({ price: "5" });
  lost.backups.flush();
  return lost;
}

/** What a tab finds that opens the document now. */
const findDocument = (document = aDocument()) =>
  new Backups(document.id, new DocumentCopy(document)).find();
const findBook = (book = aDeskBook()) => new Backups(book.id, newBookCopy(book)).find();

/** The steps of the notice that offers a backup. */
async function restore<Values extends object, Remote>(
  copy: WorkingCopy<Values, Remote, string>,
  backups: Backups<Values, Remote>,
  backup: Backup<Values> | null,
) {
  if (!backup) throw new Error("There is no backup.");
  await copy.restore(backup);
  backups.flush();
  backups.delete(backup.session);
}

describe("a document", () => {
  it("is backed up within a second of the last edit, until the server has it", async () => {
    const { copy, text } = openDocument();
    text.type("<p>uus</p>");
    expect(await findDocument()).toBeNull();
    await vi.advanceTimersByTimeAsync(500);
    expect(await findDocument()).toMatchObject({
      session: copy.session,
      basedOn: 3,
      at: "2026-11-28T10:00:00.500Z",
      values: { title: "Kinkekaart", content: "<p>uus</p>" },
    });
    fakeServer({ [PUT]: aDocument({ revision: 4 }) });
    await copy.save();
    expect(await stored()).toEqual([]);
  });

  it("is backed up every second while typing does not pause", async () => {
    const { text } = openDocument();
    for (let count = 0; count < 12; count++) {
      text.type(`<p>${count}</p>`);
      await vi.advanceTimersByTimeAsync(200);
    }
    expect((await findDocument())?.values.content).toBe("<p>9</p>");
  });

  it("loses the backup that the server has after all, and one that is a month old", async () => {
    const { leave } = openDocument();
    leave("<p>uus</p>");
    const document = aDocument({ revision: 4 });
    const saved = { ...document, body: { ...document.body, content: "<p>uus</p>" } };
    expect(await findDocument(saved)).toBeNull();
    expect(await stored()).toEqual([]);

    leave("<p>vana</p>");
    vi.advanceTimersByTime(31 * 86_400_000);
    stops.pop()?.();
    await putBackup({ ...(await stored())[0], id: document.id, session: "x", at: "2026-10-01" });
    vi.setSystemTime("2026-12-30T10:00:00Z");
    expect((await findDocument(document))?.session).not.toBe("x");
    vi.setSystemTime("2027-12-30T10:00:00Z");
    expect(await findDocument(document)).toBeNull();
  });

  it("is backed up when the page leaves, and not offered while another tab has it", async () => {
    const { copy, leave } = openDocument();
    leave("<p>uus</p>");
    const held = [{ name: `heliriiul.desk.backup.${copy.session}` }];
    vi.stubGlobal("navigator", { locks: { query: async () => ({ held }) } });
    expect(await findDocument()).toBeNull();
    vi.stubGlobal("navigator", { locks: { query: async () => ({ held: [] }) } });
    expect(await findDocument()).toMatchObject({ values: { content: "<p>uus</p>" } });
  });

  it("is restored, and shows both texts when others have saved since", async () => {
    openDocument().leave("<p>uus</p>");
    const newest = aDocument({ revision: 4, body: { title: "Muu", content: "<p>muu</p>" } });
    const { copy, text, backups, state } = openDocument(newest);
    await restore(copy, backups, await findDocument(newest));
    expect(text.now).toBe("<p>uus</p>");
    expect(state()).toMatchObject({ dirty: true, values: { title: "Kinkekaart" } });
    expect(await stored()).toHaveLength(1);
    expect(state().conflict).toMatchObject({
      mine: { content: "<p>uus</p>" },
      remote: { revision: 4 },
    });
    const server = fakeServer({});
    expect(await copy.autosave()).toBe("stale");
    expect(server.asked).toEqual([]);
    copy.resolve({});
    server.answers[PUT] = problem(500, "internal");
    await copy.autosave();
    expect(server.asked[0]?.body).toMatchObject({ basedOn: 4, editing: copy.session });
  });

  it("is restored over the same revision without a question", async () => {
    openDocument().leave("<p>uus</p>");
    const { copy, text, backups, state } = openDocument();
    await restore(copy, backups, await findDocument());
    expect(text.now).toBe("<p>uus</p>");
    expect(state()).toMatchObject({ dirty: true, conflict: null });
    const server = fakeServer({ [PUT]: aDocument({ revision: 4 }) });
    expect(await copy.autosave()).toBe("done");
    expect(server.asked[0]?.body).toMatchObject({ basedOn: 3, body: { content: "<p>uus</p>" } });
    expect(await stored()).toEqual([]);
  });

  it("is set aside when another text takes its place", async () => {
    const { text, backups } = openDocument();
    text.type("<p>praegune</p>");
    backups.setAside();
    text.type("<p>Kingi raamat.</p>");
    expect(await findDocument()).toMatchObject({ values: { content: "<p>praegune</p>" } });
  });

  it("is not read from records of another shape", async () => {
    const { id } = aDocument();
    await putBackup({ id, session: "x", values: 1 });
    await putBackup({ id, session: "y", at: "2026-11-28T10:00:00Z", basedOn: 3 });
    expect(await findDocument()).toBeNull();
    expect(await stored()).toEqual([]);
  });

  it("has no backup after the editor has discarded it", async () => {
    const { text, backups } = openDocument();
    text.type("<p>uus</p>");
    backups.flush();
    backups.discard();
    backups.flush();
    expect(await stored()).toEqual([]);
  });
});

describe("a book", () => {
  const { id } = aDeskBook();

  /** Opens the book in another tab and restores what the first had unsaved. */
  async function again(first: ReturnType<typeof openBook>, book = aDeskBook()) {
    first.backups.flush();
    const next = openBook(book);
    await restore(next.copy, next.backups, await findBook(book));
    return next;
  }

  it("is backed up with every field, people and description among them", async () => {
    const first = openBook();
    first.copy.edit({
      price: "12,5",
      readers: [{ ...newPerson(), firstName: "Mari", lastName: "Lill" }],
    });
    first.text.type("<p>uus</p>");
    const { text, state } = await again(first);
    expect(text.now).toBe("<p>uus</p>");
    expect(state()).toMatchObject({
      dirty: true,
      conflict: null,
      values: {
        title: "Kevade",
        price: "12,5",
        readers: [{ firstName: "Mari", lastName: "Lill" }],
      },
    });
    expect(await stored(id)).toHaveLength(1);
  });

  it("asks about what others have changed since", async () => {
    const first = openBook();
    first.copy.edit({ title: "Minu", price: "5" });
    first.text.type("<p>minu</p>");
    const newest = aDeskBook({ version: 5, title: "Tema", description: "<p>tema</p>", price: 9.9 });
    const { copy, text, state } = await again(first, newest);
    expect(state().conflict?.overlaps).toEqual([
      { name: "title", both: true },
      { name: "description", both: true },
    ]);
    copy.resolve({ title: "theirs", description: "mine" });
    expect(state()).toMatchObject({ dirty: true, values: { title: "Tema", price: "5" } });
    expect(copy.values().description).toBe("<p>minu</p>");
    expect(text.now).toBe("<p>minu</p>");
  });

  it("asks again when the question was cut off", async () => {
    const newest = aDeskBook({ version: 5, price: 12 });
    const second = await again(lostBook(), newest);
    expect(second.state().conflict?.overlaps).toEqual([{ name: "price", both: true }]);
    const third = await again(second, newest);
    expect(third.state().conflict?.overlaps).toEqual([{ name: "price", both: true }]);
  });

  it("loses the backup that the server has after all, and reads none of another shape", async () => {
    const first = lostBook();
    expect(await findBook(aDeskBook({ version: 5, price: 5 }))).toBeNull();
    expect(await stored(id)).toEqual([]);
    const { values, base, basedOn } = first.copy.unsaved();
    for (const wrong of [{}, { ...values, authors: [null] }]) {
      const at = "2026-11-28T10:00:00Z";
      await putBackup({ id, session: "x", at, basedOn, values: wrong, base });
      expect(await findBook()).toBeNull();
    }
  });
});

it.each([
  ["document", openDocument, findDocument, { content: "<p>uus</p>" }],
  ["book", openBook, findBook, { description: "<p>uus</p>" }],
])("a %s is backed up also when its editor goes first", async (_, open, find, values) => {
  const { text, detach, stop } = open();
  text.type("<p>uus</p>");
  detach();
  stop();
  expect(await find()).toMatchObject({ values });
});

describe("the server's draft of a book", () => {
  const { id } = aDeskBook();

  function open(book = aDeskBook(), draft: StoredDraft | null = null) {
    const calls = {
      find: vi.fn(async () => draft),
      put: vi.fn(async (_: DraftBody) => {}),
      remove: vi.fn(async () => {}),
    };
    const copy = newBookCopy(book);
    const backups = new Backups(id, copy, new ServerDraft(calls, copy));
    stops.push(backups.start());
    return { copy, backups, calls };
  }

  const draftOf = (price: string, savedAt: string, session = "elsewhere"): StoredDraft => {
    const { basedOn, base, values } = newBookCopy(aDeskBook()).unsaved();
    return { basedOn, base, values: { ...values, price, session }, savedAt };
  };

  it("is written some seconds after the last edit, and deleted when the book is saved", async () => {
    const { copy, calls } = open();
    copy.edit({ price: "5" });
    await vi.advanceTimersByTimeAsync(2000);
    copy.edit({ price: "6" });
    await vi.advanceTimersByTimeAsync(2900);
    expect(calls.put).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(calls.put.mock.calls).toMatchObject([
      [{ basedOn: 4, values: { price: "6", session: copy.session }, base: { price: "9,90" } }],
    ]);
    fakeServer({ [`PUT /desk/books/${id}`]: aDeskBook({ version: 5, price: 6 }) });
    await copy.save();
    await vi.advanceTimersByTimeAsync(0);
    expect(calls.remove).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls.put).toHaveBeenCalledTimes(1);
  });

  it("is deleted when it is discarded, and tried again while the network is away", async () => {
    const { copy, backups, calls } = open();
    calls.put.mockRejectedValueOnce(new Error("offline"));
    copy.edit({ price: "5" });
    await vi.advanceTimersByTimeAsync(3000 + 10_000);
    expect(calls.put).toHaveBeenCalledTimes(2);
    backups.discard();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls.remove).toHaveBeenCalledTimes(1);
    expect(calls.put).toHaveBeenCalledTimes(2);
  });

  it("is offered on another machine, and is gone when it is restored", async () => {
    const { copy, backups, calls } = open(aDeskBook(), draftOf("7", "2026-11-28T09:59:00Z"));
    const found = await backups.find();
    expect(found).toMatchObject({ isElsewhere: true, values: { price: "7" } });
    expect(found?.values).not.toHaveProperty("session");
    await restore(copy, backups, found);
    expect(copy.getSnapshot()).toMatchObject({ dirty: true, values: { price: "7" } });
    await vi.advanceTimersByTimeAsync(0);
    expect(calls.remove).toHaveBeenCalledTimes(1);
    expect(await stored(id)).toMatchObject([{ session: copy.session }]);
  });

  it.each([
    ["2026-11-28T09:59:00Z", "5"],
    ["2026-11-28T10:30:00Z", "7"],
  ])("of %s or the browser's backup: the newest is offered", async (savedAt, price) => {
    lostBook();
    const { backups } = open(aDeskBook(), draftOf("7", savedAt));
    expect((await backups.find())?.values.price).toBe(price);
    // Neither is lost: the other one is offered later.
    expect(await stored(id)).toHaveLength(2);
  });

  it("gives way to the browser's own backup of the same session", async () => {
    const lost = lostBook();
    const late = draftOf("4", "2026-11-28T10:30:00Z", lost.copy.session);
    const { backups } = open(aDeskBook(), late);
    expect(await backups.find()).toMatchObject({ isElsewhere: false, values: { price: "5" } });
  });

  it("is deleted when the book has its values after all", async () => {
    const book = aDeskBook({ version: 5, price: 7 });
    const { backups, calls } = open(book, draftOf("7", "2026-11-28T09:59:00Z"));
    expect(await backups.find()).toBeNull();
    await vi.advanceTimersByTimeAsync(0);
    expect(calls.remove).toHaveBeenCalledTimes(1);
  });
});

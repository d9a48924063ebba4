import { fakeServer, problem } from "storefront/testing/server.ts";
import { describe, expect, it } from "vitest";
import type { DeskBook } from "#app/api/types.ts";
import { aDeskBook } from "#app/testing/books.ts";
import { PlainText } from "#app/testing/data.ts";
import { refuseLogin } from "#app/testing/session.ts";
import { errorsOf } from "#app/working-copy/fields.ts";
import { type BookState, newBookCopy } from "./book-copy.ts";
import { bookFields } from "./book-fields.ts";

const PUT = `PUT /desk/books/${aDeskBook().id}`;
const stale = (over: Partial<DeskBook>) =>
  problem(409, "stale-revision", { current: aDeskBook({ version: 5, ...over }) });

function begin() {
  const copy = newBookCopy(aDeskBook());
  const text = new PlainText(aDeskBook().description, copy.textChanged);
  copy.attach(text);
  return { copy, text, state: () => copy.getSnapshot() };
}

const messages = ({ invalid }: BookState) => errorsOf(bookFields, invalid);

describe("saving", () => {
  it("names the version, sends all values and is clean after it", async () => {
    const server = fakeServer({ [PUT]: aDeskBook({ version: 5, price: 5 }) });
    const { copy, state } = begin();
    copy.edit({ price: "5" });
    expect(state().dirty).toBe(true);
    expect(await copy.save()).toBe("done");
    expect(server.asked[0]?.body).toMatchObject({ basedOn: 4, price: 5, title: "Kevade" });
    expect(state()).toMatchObject({
      dirty: false,
      values: { price: "5,00" },
      remote: { version: 5 },
    });
  });

  it("asks again when another took the address at the same moment, and hears which field it is", async () => {
    const answers = [
      problem(409, "conflict"),
      problem(422, "validation", { errors: [{ field: "slug", code: "taken" }] }),
    ];
    const server = fakeServer({ [PUT]: () => answers.shift() });
    const { copy, state } = begin();
    copy.edit({ slug: "suvi" });
    expect(await copy.save()).toBe("invalid");
    expect(server.asked).toHaveLength(2);
    expect(messages(state())).toEqual({ slug: "Seda aadressi kasutab juba teine raamat." });

    fakeServer({ [PUT]: problem(409, "conflict") });
    expect(await copy.save()).toBe("conflict");
    expect(state()).toMatchObject({ dirty: true, busy: null });
  });

  it("sends the description as it came while it is untouched", async () => {
    const server = fakeServer({ [PUT]: aDeskBook({ version: 5 }) });
    const { copy, text } = begin();
    copy.edit({ title: "Suvi" });
    await copy.save();
    expect(server.asked[0]?.body).toMatchObject({ description: aDeskBook().description });
    text.type("<p>uus</p>");
    await copy.save();
    expect(server.asked[1]?.body).toMatchObject({ description: "<p>uus</p>" });
  });

  it("keeps what was typed meanwhile as unsaved", async () => {
    const { copy, state } = begin();
    fakeServer({
      [PUT]: () => {
        copy.edit({ subtitle: "Pildikesi" });
        return aDeskBook({ version: 5, price: 5 });
      },
    });
    copy.edit({ price: "5" });
    await copy.save();
    expect(state().dirty).toBe(true);
    expect(state().values.subtitle).toBe("Pildikesi");
  });

  it("says what is wrong before anything is sent", async () => {
    const server = fakeServer({});
    const { copy, state } = begin();
    copy.edit({ title: " ", price: "kallis", publishYear: "12", slug: "Ö", isbn: "123" });
    expect(await copy.save()).toBe("invalid");
    const wrong = Object.keys(messages(state()));
    expect(wrong).toEqual(["title", "isbn", "publishYear", "price", "slug"]);
    expect(server.asked).toEqual([]);
  });

  it("shows the server's refusals at their fields", async () => {
    const errors = [
      { field: "authors", code: "too-long" },
      { field: "slug", code: "taken" },
      { field: "categoryIds[1]", code: "not-found" },
    ];
    fakeServer({ [PUT]: problem(422, "validation", { errors }) });
    const { copy, state } = begin();
    copy.edit({ slug: "suvi" });
    expect(await copy.save()).toBe("invalid");
    expect(messages(state())).toEqual({
      authors: "Nimi võib olla kuni 120 tähemärki ja inimesi kuni 30.",
      slug: "Seda aadressi kasutab juba teine raamat.",
      categoryIds: "Mõnda valitud kategooriat enam ei ole.",
    });
    expect(state().attempt).toBe(1);
  });

  it.each([
    [500, "internal", "unavailable"],
    [409, "conflict", "conflict"],
    [401, "unauthorized", "session"],
  ])("keeps everything when the server answers %i", async (status, code, outcome) => {
    fakeServer({ [PUT]: problem(status, code) });
    const { copy, state } = begin();
    copy.edit({ price: "5" });
    const saving = copy.save();
    if (outcome === "session") await refuseLogin();
    expect(await saving).toBe(outcome);
    expect(state()).toMatchObject({
      error: { status },
      dirty: true,
      busy: null,
      values: { price: "5" },
    });
  });

  it("removes an error as soon as its field is changed, and leaves the others", async () => {
    const { copy, state } = begin();
    copy.edit({ price: "kallis", slug: "Ö" });
    await copy.save();
    copy.edit({ price: "9" });
    expect(Object.keys(messages(state()))).toEqual(["slug"]);
  });
});

describe("somebody else has saved", () => {
  it("asks about each value that differs and saves what was chosen", async () => {
    const server = fakeServer({
      [PUT]: stale({ title: "Tema", publisher: "Teine", description: "<p>tema</p>" }),
    });
    const { copy, text, state } = begin();
    copy.edit({ title: "Minu", price: "5" });
    text.type("<p>minu</p>");
    expect(await copy.save()).toBe("stale");
    expect(state().conflict?.overlaps).toEqual([
      { name: "title", both: true },
      { name: "description", both: true },
      { name: "publisher", both: false },
    ]);
    expect(state().conflict?.mine).toMatchObject({ title: "Minu", description: "<p>minu</p>" });
    copy.resolve({ title: "mine", description: "mine", publisher: "theirs" });
    expect(state()).toMatchObject({
      dirty: true,
      conflict: null,
      values: { title: "Minu", publisher: "Teine", price: "5" },
    });
    server.answers[PUT] = aDeskBook({ version: 6 });
    expect(await copy.save()).toBe("done");
    expect(server.asked[1]?.body).toMatchObject({
      basedOn: 5,
      title: "Minu",
      publisher: "Teine",
      price: 5,
      description: "<p>minu</p>",
    });
  });

  it("shows the other's description when that was chosen", async () => {
    fakeServer({ [PUT]: stale({ description: "<p>tema</p>" }) });
    const { copy, text, state } = begin();
    text.type("<p>minu</p>");
    await copy.save();
    copy.resolve({ description: "theirs" });
    expect(text.now).toBe("<p>tema</p>");
    expect(state().dirty).toBe(false);
  });

  it("keeps an untouched description over the other's when that was chosen", async () => {
    const server = fakeServer({ [PUT]: stale({ description: "<p>tema</p>" }) });
    const { copy, state } = begin();
    copy.edit({ price: "5" });
    await copy.save();
    copy.resolve({ description: "mine" });
    expect(state().dirty).toBe(true);
    server.answers[PUT] = aDeskBook({ version: 6 });
    await copy.save();
    expect(server.asked[1]?.body).toMatchObject({ description: aDeskBook().description });
  });

  it("goes on by itself when the other touched nothing of the form", async () => {
    const { copy, state } = begin();
    const server = fakeServer({
      [PUT]: () =>
        server.count(PUT) === 1 ? stale({ chapterCount: 9 }) : aDeskBook({ version: 6, price: 5 }),
    });
    copy.edit({ price: "5" });
    expect(await copy.save()).toBe("done");
    expect(server.asked.map(({ body }) => (body as { basedOn: number }).basedOn)).toEqual([4, 5]);
    expect(state().dirty).toBe(false);
  });
});

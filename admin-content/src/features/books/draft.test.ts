import { fakeServer, problem } from "storefront/testing/server.ts";
import { describe, expect, it, vi } from "vitest";
import type { DeskBook } from "#app/api/books.ts";
import type { TextPort } from "#app/editor/text-port.ts";
import { loginOver } from "#app/session/with-login.ts";
import { aDeskBook } from "#app/testing/books.ts";
import { BookDraft } from "./draft.ts";
import { messagesOf } from "./faults.ts";

const PUT = `PUT /desk/books/${aDeskBook().id}`;
const stale = (over: Partial<DeskBook>) =>
  problem(409, "stale-revision", { current: aDeskBook({ version: 5, ...over }) });

/** A text that is only a string. */
function plainText(draft: BookDraft) {
  let now = aDeskBook().description;
  let base = now;
  const tell = () => draft.textChanged(now !== base);
  const port: TextPort = {
    html: () => now,
    mark: () => now,
    settle: (mark) => {
      base = mark as string;
      tell();
    },
    load: (html) => {
      now = html;
      base = html;
    },
  };
  draft.attach(port);
  return {
    now: () => now,
    type: (text: string) => {
      now = text;
      tell();
    },
  };
}

function begin() {
  const draft = new BookDraft(aDeskBook());
  return { draft, text: plainText(draft), state: () => draft.getSnapshot() };
}

describe("saving", () => {
  it("names the version, sends all values and is clean after it", async () => {
    const server = fakeServer({ [PUT]: aDeskBook({ version: 5, price: 5 }) });
    const { draft, state } = begin();
    draft.edit({ price: "5" });
    expect(state().dirty).toBe(true);
    expect(await draft.save()).toBe("done");
    expect(server.asked[0]?.body).toMatchObject({ basedOn: 4, price: 5, title: "Kevade" });
    expect(state()).toMatchObject({
      dirty: false,
      fields: { price: "5,00" },
      book: { version: 5 },
    });
  });

  it("asks again when another took the address at the same moment, and hears which field it is", async () => {
    const answers = [
      problem(409, "conflict"),
      problem(422, "validation", { errors: [{ field: "slug", code: "taken" }] }),
    ];
    const server = fakeServer({ [PUT]: () => answers.shift() });
    const { draft, state } = begin();
    draft.edit({ slug: "suvi" });
    expect(await draft.save()).toBe("faults");
    expect(server.asked).toHaveLength(2);
    expect(messagesOf(state().faults)).toEqual({
      slug: "Seda aadressi kasutab juba teine raamat.",
    });

    fakeServer({ [PUT]: problem(409, "conflict") });
    expect(await draft.save()).toMatchObject({ failed: { code: "conflict" } });
    expect(state()).toMatchObject({ dirty: true, busy: null });
  });

  it("sends the description as it came while it is untouched", async () => {
    const server = fakeServer({ [PUT]: aDeskBook({ version: 5 }) });
    const { draft, text } = begin();
    draft.edit({ title: "Suvi" });
    await draft.save();
    expect(server.asked[0]?.body).toMatchObject({ description: aDeskBook().description });
    text.type("<p>uus</p>");
    await draft.save();
    expect(server.asked[1]?.body).toMatchObject({ description: "<p>uus</p>" });
  });

  it("keeps what was typed meanwhile as unsaved", async () => {
    const { draft, state } = begin();
    fakeServer({
      [PUT]: () => {
        draft.edit({ subtitle: "Pildikesi" });
        return aDeskBook({ version: 5, price: 5 });
      },
    });
    draft.edit({ price: "5" });
    await draft.save();
    expect(state().dirty).toBe(true);
    expect(state().fields.subtitle).toBe("Pildikesi");
  });

  it("says what is wrong before anything is sent", async () => {
    const server = fakeServer({});
    const { draft, state } = begin();
    draft.edit({ title: " ", price: "kallis", publishYear: "12", slug: "Ö", isbn: "123" });
    expect(await draft.save()).toBe("faults");
    expect(Object.keys(messagesOf(state().faults))).toEqual([
      "title",
      "isbn",
      "publishYear",
      "price",
      "slug",
    ]);
    expect(server.asked).toEqual([]);
  });

  it("shows the server's refusals at their fields", async () => {
    const errors = [
      { field: "authors", code: "too-long" },
      { field: "slug", code: "taken" },
      { field: "categoryIds[1]", code: "not-found" },
    ];
    fakeServer({ [PUT]: problem(422, "validation", { errors }) });
    const { draft, state } = begin();
    draft.edit({ slug: "suvi" });
    expect(await draft.save()).toBe("faults");
    expect(messagesOf(state().faults)).toEqual({
      authors: "Nimi võib olla kuni 120 tähemärki ja inimesi kuni 30.",
      slug: "Seda aadressi kasutab juba teine raamat.",
      categoryIds: "Mõnda valitud kategooriat enam ei ole.",
    });
    expect(state().attempt).toBe(1);
  });

  it.each([
    [500, "internal"],
    [409, "conflict"],
  ])("keeps everything when the server answers %i", async (status, code) => {
    fakeServer({ [PUT]: problem(status, code) });
    const { draft, state } = begin();
    draft.edit({ price: "5" });
    expect(await draft.save()).toMatchObject({ failed: { status } });
    expect(state()).toMatchObject({ dirty: true, busy: null, fields: { price: "5" } });
  });

  it("keeps everything when the session has ended and nobody logs in", async () => {
    fakeServer({ [PUT]: problem(401, "unauthorized") });
    const { draft, state } = begin();
    draft.edit({ price: "5" });
    const saving = draft.save();
    await vi.waitFor(() => expect(loginOver.isAsked()).toBe(true));
    loginOver.settle(false);
    expect(await saving).toMatchObject({ failed: { status: 401 } });
    expect(state()).toMatchObject({ dirty: true, busy: null, fields: { price: "5" } });
  });

  it("takes a fault away as soon as its field is changed, and leaves the others", async () => {
    const { draft, state } = begin();
    draft.edit({ price: "kallis", slug: "Ö" });
    await draft.save();
    draft.edit({ price: "9" });
    expect(Object.keys(messagesOf(state().faults))).toEqual(["slug"]);
  });
});

describe("somebody else has saved", () => {
  it("asks about each value that differs and saves what was chosen", async () => {
    const server = fakeServer({
      [PUT]: stale({ title: "Tema", publisher: "Teine", description: "<p>tema</p>" }),
    });
    const { draft, text, state } = begin();
    draft.edit({ title: "Minu", price: "5" });
    text.type("<p>minu</p>");
    expect(await draft.save()).toBe("stale");
    expect(state().conflict?.rows).toEqual([
      { name: "title", both: true },
      { name: "description", both: true },
      { name: "publisher", both: false },
    ]);
    expect(state().conflict?.mine).toMatchObject({ title: "Minu", description: "<p>minu</p>" });
    draft.resolve({ title: "mine", description: "mine", publisher: "theirs" });
    expect(state()).toMatchObject({
      dirty: true,
      conflict: null,
      fields: { title: "Minu", publisher: "Teine", price: "5" },
    });
    server.answers[PUT] = aDeskBook({ version: 6 });
    expect(await draft.save()).toBe("done");
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
    const { draft, text, state } = begin();
    text.type("<p>minu</p>");
    await draft.save();
    draft.resolve({ description: "theirs" });
    expect(text.now()).toBe("<p>tema</p>");
    expect(state().dirty).toBe(false);
  });

  it("keeps an untouched description over the other's when that was chosen", async () => {
    const server = fakeServer({ [PUT]: stale({ description: "<p>tema</p>" }) });
    const { draft, state } = begin();
    draft.edit({ price: "5" });
    await draft.save();
    draft.resolve({ description: "mine" });
    expect(state().dirty).toBe(true);
    server.answers[PUT] = aDeskBook({ version: 6 });
    await draft.save();
    expect(server.asked[1]?.body).toMatchObject({ description: aDeskBook().description });
  });

  it("goes on by itself when the other touched nothing of the form", async () => {
    const { draft, state } = begin();
    const server = fakeServer({
      [PUT]: () =>
        server.count(PUT) === 1 ? stale({ chapterCount: 9 }) : aDeskBook({ version: 6, price: 5 }),
    });
    draft.edit({ price: "5" });
    expect(await draft.save()).toBe("done");
    expect(server.asked.map(({ body }) => (body as { basedOn: number }).basedOn)).toEqual([4, 5]);
    expect(state().dirty).toBe(false);
  });
});

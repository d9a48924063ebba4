import { fakeServer, problem } from "storefront/testing/server.ts";
import { describe, expect, it } from "vitest";
import type { Document } from "#app/api/types.ts";
import { aBook, aDocument, PlainText } from "#app/testing/data.ts";
import { Draft } from "./draft.ts";

function begin(over: Partial<Document> = {}) {
  const document = aDocument(over);
  const draft = new Draft(document);
  const text = new PlainText(document.body.content ?? "", draft.textChanged);
  draft.attach(text);
  return { document, draft, text, state: () => draft.getSnapshot() };
}

const PUT = `PUT /desk/items/${aDocument().id}`;
const PUBLISH = `POST /desk/items/${aDocument().id}/publish`;
const TAKE_DOWN = `POST /desk/items/${aDocument().id}/take-down`;

const saved = (revision: number, content: string, over: Partial<Document> = {}) => {
  const document = aDocument();
  return {
    ...document,
    revision,
    status: "changed" as const,
    body: { ...document.body, content },
    ...over,
  };
};

describe("saving", () => {
  it("names the revision that it started from and is clean after it", async () => {
    const server = fakeServer({ [PUT]: saved(4, "<p>b</p>") });
    const { draft, text, state } = begin();
    expect(state().dirty).toBe(false);
    text.type("<p>b</p>");
    expect(state().dirty).toBe(true);
    expect(await draft.save()).toBe("done");
    expect(server.asked[0]?.body).toEqual({
      basedOn: 3,
      editing: draft.editing,
      step: 1,
      body: {
        title: "Kinkekaart",
        content: "<p>b</p>",
        summary: "",
        showInFooter: true,
        shareImage: null,
      },
    });
    expect(state()).toMatchObject({ dirty: false, busy: null, document: { revision: 4 } });
  });

  it("says what is to stay when nothing is unsaved, and by itself asks nothing", async () => {
    const server = fakeServer({ [PUT]: saved(3, "<p>a</p>") });
    const { draft } = begin();
    expect(await draft.autosave()).toBe("done");
    expect(server.asked).toEqual([]);
    expect(await draft.save()).toBe("done");
    expect(server.asked[0]?.body).not.toHaveProperty("autosave");
  });

  it("takes another's newer text when nothing of one's own stands against it", async () => {
    fakeServer({ [PUT]: problem(409, "stale-revision", { current: saved(5, "<p>teine</p>") }) });
    const { draft, text, state } = begin();
    expect(await draft.save()).toBe("done");
    expect(text.now).toBe("<p>teine</p>");
    expect(state()).toMatchObject({ conflict: null, dirty: false, document: { revision: 5 } });
  });

  it("keeps what was typed meanwhile as unsaved", async () => {
    const { draft, text, state } = begin();
    fakeServer({
      [PUT]: () => {
        text.type("<p>c</p>");
        draft.edit({ title: "Uus" });
        return saved(4, "<p>b</p>");
      },
    });
    text.type("<p>b</p>");
    await draft.save();
    expect(state().dirty).toBe(true);
    expect(text.now).toBe("<p>c</p>");
  });

  it("does one thing at a time, whatever is clicked twice", async () => {
    const server = fakeServer({ [PUT]: saved(4, "<p>b</p>"), [PUBLISH]: saved(4, "<p>b</p>") });
    const { draft, text } = begin();
    text.type("<p>b</p>");
    const clicks = [draft.publish(), draft.publish(), draft.save(), draft.save()];
    expect(await Promise.all(clicks)).toEqual(["done", "busy", "done", "busy"]);
    expect(
      server.asked.map(({ call, body }) => [call, (body as { revision?: number }).revision]),
    ).toEqual([
      [PUT, undefined],
      [PUBLISH, 4],
      [PUT, undefined],
    ]);
  });

  it.each([
    [problem(401, "unauthorized"), "session"],
    [problem(500, "internal"), "unwell"],
    [problem(403, "forbidden"), "failed"],
    [problem(422, "validation", { errors: [{ field: "body.title", code: "required" }] }), "faults"],
  ] as const)("keeps the text when it fails", async (answer, outcome) => {
    fakeServer({ [PUT]: answer });
    const { draft, text, state } = begin();
    text.type("<p>b</p>");
    expect(await draft.save()).toBe(outcome);
    expect(state()).toMatchObject({
      dirty: true,
      busy: null,
      attempt: outcome === "faults" ? 1 : 0,
    });
    expect(text.now).toBe("<p>b</p>");
  });

  it("does another act after the one under way", async () => {
    const server = fakeServer({ [PUT]: saved(4, "<p>b</p>"), [PUBLISH]: saved(4, "<p>b</p>") });
    const { draft, text } = begin();
    text.type("<p>b</p>");
    const outcomes = await Promise.all([draft.save(), draft.publish(), draft.save()]);
    expect(outcomes).toEqual(["done", "done", "busy"]);
    expect(server.asked.map(({ call }) => call)).toEqual([PUT, PUBLISH]);
  });

  it("tells a network that is away", async () => {
    fakeServer({});
    const { draft, text } = begin();
    text.type("<p>b</p>");
    expect(await draft.save()).toBe("offline");
  });
});

describe("an act beside another's save", () => {
  const theirs = saved(5, "<p>teise tekst</p>", { publishedRevision: null });

  it("shows the other text where nothing of one's own stands against it", async () => {
    fakeServer({ [TAKE_DOWN]: theirs });
    const { draft, text, state } = begin({ publishedRevision: 3 });
    expect(await draft.takeDown()).toBe("done");
    expect(text.now).toBe("<p>teise tekst</p>");
    expect(state()).toMatchObject({ conflict: null, dirty: false });
  });

  it("shows both where something does", async () => {
    fakeServer({ [TAKE_DOWN]: theirs });
    const { draft, text, state } = begin({ publishedRevision: 3 });
    text.type("<p>minu</p>");
    expect(await draft.takeDown()).toBe("done");
    expect(text.now).toBe("<p>minu</p>");
    expect(state().conflict?.theirs.revision).toBe(5);
  });
});

describe("a conflict", () => {
  const theirs = saved(5, "<p>teise tekst</p>", { title: "Teise pealkiri" });
  const stale = problem(409, "stale-revision", { current: theirs });

  async function conflicted() {
    const work = begin();
    work.text.type("<p>minu tekst</p>");
    const server = fakeServer({ [PUT]: stale });
    expect(await work.draft.save()).toBe("stale");
    return { ...work, server };
  }

  it("holds both texts", async () => {
    const { state, text } = await conflicted();
    expect(state().conflict?.mine.body.content).toBe("<p>minu tekst</p>");
    expect(state().conflict?.theirs.body.content).toBe("<p>teise tekst</p>");
    expect(text.now).toBe("<p>minu tekst</p>");
  });

  it("goes on with one's own text, on top of the other", async () => {
    const { draft, server, state } = await conflicted();
    draft.keepMine();
    expect(state()).toMatchObject({ conflict: null, dirty: true });
    server.answers[PUT] = saved(6, "<p>minu tekst</p>");
    expect(await draft.save()).toBe("done");
    expect(server.asked.at(-1)?.body).toMatchObject({
      basedOn: 5,
      body: { content: "<p>minu tekst</p>" },
    });
    expect(state().dirty).toBe(false);
  });

  it("goes on with the other text and leaves one's own in the history", async () => {
    const { draft, server, state, text } = await conflicted();
    const answers = [saved(6, "<p>minu tekst</p>"), saved(7, "<p>teise tekst</p>")];
    server.answers[PUT] = () => answers.shift();
    expect(await draft.takeTheirs()).toBe("done");
    expect(server.asked.slice(1).map(({ body }) => body)).toMatchObject([
      { basedOn: 5, body: { content: "<p>minu tekst</p>" } },
      { basedOn: 6, body: { content: "<p>teise tekst</p>" } },
    ]);
    expect(text.now).toBe("<p>teise tekst</p>");
    expect(state()).toMatchObject({ conflict: null, dirty: false, document: { revision: 7 } });
  });

  it("comes anew when a third text was saved meanwhile", async () => {
    const { draft, server, state } = await conflicted();
    const third = saved(6, "<p>kolmas</p>");
    server.answers[PUT] = problem(409, "stale-revision", { current: third });
    expect(await draft.takeTheirs()).toBe("stale");
    expect(state().conflict?.theirs.revision).toBe(6);
    expect(state().conflict?.mine.body.content).toBe("<p>minu tekst</p>");
  });
});

describe("taking down", () => {
  it("names what readers see", async () => {
    const server = fakeServer({
      [TAKE_DOWN]: aDocument({ status: "draft", publishedRevision: null }),
    });
    const { draft, state } = begin({ revision: 4, publishedRevision: 3, status: "changed" });
    expect(await draft.takeDown()).toBe("done");
    expect(server.asked[0]?.body).toEqual({ revision: 3 });
    expect(state().document.status).toBe("draft");
    expect(await draft.takeDown()).toBe("done");
    expect(server.asked.length).toBe(1);
  });

  it("shows a newer state instead when only that has changed", async () => {
    const current = aDocument({ revision: 4, publishedRevision: 4 });
    fakeServer({ [TAKE_DOWN]: problem(409, "stale-revision", { current }) });
    const { draft, state } = begin({ revision: 4, publishedRevision: 3, status: "changed" });
    expect(await draft.takeDown()).toBe("moved");
    expect(state()).toMatchObject({ conflict: null, document: { publishedRevision: 4 } });
  });
});

it("a slider is its books in their order", async () => {
  const books = [aBook("a", "Kevade"), aBook("b", "Suvi")];
  const slider = { kind: "slider" as const, body: { title: "Uued", bookIds: ["a", "b"] }, books };
  const server = fakeServer({ [PUT]: aDocument({ ...slider, revision: 4 }) });
  const { draft, state } = begin(slider);
  draft.edit({ books: [...books].reverse() });
  expect(state().dirty).toBe(true);
  draft.edit({ books });
  expect(state().dirty).toBe(false);
  draft.edit({ books: [books[1] as (typeof books)[0]] });
  await draft.save();
  expect(server.asked[0]?.body).toMatchObject({
    basedOn: 3,
    body: { title: "Uued", bookIds: ["b"] },
  });
});

it("a slider by a rule keeps its rule", async () => {
  const rule = { kind: "newest" as const, categoryId: null, count: 12 };
  const slider = { kind: "slider" as const, body: { title: "Uued", rule }, books: [] };
  const server = fakeServer({ [PUT]: aDocument({ ...slider, revision: 4 }) });
  const { draft } = begin(slider);
  draft.edit({ title: "Uued raamatud" });
  await draft.save();
  expect(server.asked[0]?.body).toMatchObject({ body: { title: "Uued raamatud", rule } });
});

describe("a plan", () => {
  const SCHEDULE = `POST /desk/items/${aDocument().id}/schedule`;
  const at = "2026-12-05T08:00:00.000Z";

  it("is made for what is on the screen", async () => {
    const planned = saved(4, "<p>b</p>", { publishAt: at, scheduledRevision: 4 });
    const server = fakeServer({ [PUT]: saved(4, "<p>b</p>"), [SCHEDULE]: planned });
    const { draft, text, state } = begin();
    text.type("<p>b</p>");
    expect(await draft.schedule(at, null)).toBe("done");
    expect(server.asked.map(({ call }) => call)).toEqual([PUT, SCHEDULE]);
    expect(server.asked[1]?.body).toEqual({ revision: 4, publishAt: at, takeDownAt: null });
    expect(state().document.publishAt).toBe(at);
  });

  it("tells what is wrong with it", async () => {
    const errors = [{ field: "publishAt", code: "in-past" }];
    fakeServer({ [SCHEDULE]: problem(422, "validation", { errors }) });
    const { draft, state } = begin();
    expect(await draft.schedule(at, null)).toBe("faults");
    expect(state().faults).toEqual(errors);
  });
});

it("a page gets another address, unless it is taken", async () => {
  const RENAME = `PUT /desk/items/${aDocument().id}/identifier`;
  const server = fakeServer({ [RENAME]: problem(409, "conflict") });
  const { draft, state } = begin();
  expect(await draft.rename("kingid")).toBe("taken");
  server.answers[RENAME] = aDocument({ identifier: "kingid" });
  expect(await draft.rename("kingid")).toBe("done");
  expect(server.asked[1]?.body).toEqual({ revision: 3, identifier: "kingid" });
  expect(state().document.identifier).toBe("kingid");
});

it("keeps what a save of the writer told when a save by itself finds it again", async () => {
  const errors = [{ field: "body.title", code: "required" }];
  const server = fakeServer({ [PUT]: problem(422, "validation", { errors }) });
  const { draft, state } = begin();
  draft.edit({ title: "" });
  await draft.autosave();
  expect(state()).toMatchObject({ quiet: true, attempt: 0, faults: errors });
  await draft.save();
  expect(state()).toMatchObject({ quiet: false, attempt: 1 });
  await draft.autosave();
  expect(state()).toMatchObject({ quiet: false, attempt: 1, faults: errors });
  server.answers[PUT] = saved(4, "<p>b</p>");
  await draft.autosave();
  expect(state()).toMatchObject({ faults: [] });
});

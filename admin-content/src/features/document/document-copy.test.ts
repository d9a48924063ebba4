import { fakeServer, problem } from "storefront/testing/server.ts";
import { describe, expect, it } from "vitest";
import type { Document } from "#app/api/types.ts";
import { aBook, aDocument, PlainText } from "#app/testing/data.ts";
import { refuseLogin } from "#app/testing/session.ts";
import { DocumentCopy } from "./document-copy.ts";

function begin(over: Partial<Document> = {}) {
  const document = aDocument(over);
  const copy = new DocumentCopy(document);
  const text = new PlainText(document.body.content ?? "", copy.textChanged);
  copy.attach(text);
  return { document, copy, text, state: () => copy.getSnapshot() };
}

const PUT = `PUT /desk/items/${aDocument().id}`;
const PUBLISH = `POST /desk/items/${aDocument().id}/publish`;
const TAKE_DOWN = `POST /desk/items/${aDocument().id}/take-down`;

const saved = (revision: number, content: string, over: Partial<Document> = {}) =>
  aDocument({ revision, status: "changed", body: { ...aDocument().body, content }, ...over });

describe("saving", () => {
  it("names the revision that it started from and is clean after it", async () => {
    const server = fakeServer({ [PUT]: saved(4, "<p>b</p>") });
    const { copy, text, state } = begin();
    expect(state().dirty).toBe(false);
    text.type("<p>b</p>");
    expect(state().dirty).toBe(true);
    expect(await copy.save()).toBe("done");
    expect(server.asked[0]?.body).toEqual({
      basedOn: 3,
      editing: copy.session,
      step: 1,
      body: {
        title: "Kinkekaart",
        content: "<p>b</p>",
        summary: "",
        showInFooter: true,
        shareImage: null,
      },
    });
    expect(state()).toMatchObject({ dirty: false, busy: null, remote: { revision: 4 } });
  });

  it("saves explicitly also when nothing is unsaved, and an autosave then calls nothing", async () => {
    const server = fakeServer({ [PUT]: saved(3, "<p>a</p>") });
    const { copy } = begin();
    expect(await copy.autosave()).toBe("done");
    expect(server.asked).toEqual([]);
    expect(await copy.save()).toBe("done");
    expect(server.asked[0]?.body).not.toHaveProperty("autosave");
  });

  it("loads another's newer text when nothing is unsaved", async () => {
    fakeServer({ [PUT]: problem(409, "stale-revision", { current: saved(5, "<p>teine</p>") }) });
    const { copy, text, state } = begin();
    expect(await copy.save()).toBe("merged");
    expect(text.now).toBe("<p>teine</p>");
    expect(state()).toMatchObject({ conflict: null, dirty: false, remote: { revision: 5 } });
  });

  it("keeps what was typed meanwhile as unsaved", async () => {
    const { copy, text, state } = begin();
    fakeServer({
      [PUT]: () => {
        text.type("<p>c</p>");
        copy.edit({ title: "Uus" });
        return saved(4, "<p>b</p>");
      },
    });
    text.type("<p>b</p>");
    await copy.save();
    expect(state().dirty).toBe(true);
    expect(text.now).toBe("<p>c</p>");
  });

  it.each([
    [
      ["publish", "publish", "save", "save"],
      ["done", "busy", "done", "busy"],
      [PUT, PUBLISH, PUT],
    ],
    [
      ["save", "publish", "save"],
      ["done", "done", "busy"],
      [PUT, PUBLISH],
    ],
  ] as const)("does one thing at a time: %j", async (clicks, outcomes, calls) => {
    const server = fakeServer({ [PUT]: saved(4, "<p>b</p>"), [PUBLISH]: saved(4, "<p>b</p>") });
    const { copy, text } = begin();
    text.type("<p>b</p>");
    expect(await Promise.all(clicks.map((action) => copy[action]()))).toEqual(outcomes);
    expect(server.asked.map(({ call }) => call)).toEqual(calls);
    expect(server.asked[1]?.body).toEqual({ revision: 4 });
  });

  it.each([
    [problem(500, "internal"), "unavailable"],
    [problem(403, "forbidden"), "failed"],
    [problem(401, "unauthorized"), "session"],
    [() => Promise.reject(new TypeError("network")), "offline"],
    [
      problem(422, "validation", { errors: [{ field: "body.title", code: "required" }] }),
      "invalid",
    ],
  ] as const)("keeps the text when it fails", async (answer, outcome) => {
    fakeServer({ [PUT]: answer });
    const { copy, text, state } = begin();
    text.type("<p>b</p>");
    const saving = copy.save();
    if (outcome === "session") await refuseLogin();
    expect(await saving).toBe(outcome);
    expect(state()).toMatchObject({
      dirty: true,
      busy: null,
      attempt: outcome === "invalid" ? 1 : 0,
    });
    expect(text.now).toBe("<p>b</p>");
  });
});

describe("an action after another's save", () => {
  const theirs = saved(5, "<p>teise tekst</p>", { publishedRevision: null });

  it.each([
    ["<p>teise tekst</p>", { conflict: null, dirty: false }],
    ["<p>minu</p>", { conflict: { remote: { revision: 5 } } }],
  ])("shows the other text where nothing is unsaved, else both: %s", async (shown, expected) => {
    fakeServer({ [TAKE_DOWN]: theirs });
    const { copy, text, state } = begin({ publishedRevision: 3 });
    if (expected.conflict) text.type(shown);
    expect(await copy.takeDown()).toBe("done");
    expect(text.now).toBe(shown);
    expect(state()).toMatchObject(expected);
  });

  it.each([
    ["changed the text", "<p>teise tekst</p>"],
    ["saved the same text", "<p>algne</p>"],
  ])("is not done where another %s and the server refused", async (_, content) => {
    const current = saved(5, content, { publishedRevision: 3 });
    fakeServer({ [TAKE_DOWN]: problem(409, "stale-revision", { current }) });
    const { copy, state } = begin({ publishedRevision: 3 });
    expect(await copy.takeDown()).toBe("stale");
    expect(state()).toMatchObject({ conflict: null, dirty: false, failure: "stale" });
    expect(state().remote.revision).toBe(5);
  });
});

describe("a conflict", () => {
  const theirs = saved(5, "<p>teise tekst</p>", { title: "Teise pealkiri" });
  const stale = problem(409, "stale-revision", { current: theirs });

  async function conflicted() {
    const work = begin();
    work.text.type("<p>minu tekst</p>");
    const server = fakeServer({ [PUT]: stale });
    expect(await work.copy.save()).toBe("stale");
    expect(work.state().conflict?.mine.content).toBe("<p>minu tekst</p>");
    expect(work.state().conflict?.theirs.content).toBe("<p>teise tekst</p>");
    expect(work.text.now).toBe("<p>minu tekst</p>");
    return { ...work, server };
  }

  it("goes on with one's own text, on top of the other", async () => {
    const { copy, server, state } = await conflicted();
    copy.keepMine();
    expect(state()).toMatchObject({ conflict: null, dirty: true });
    server.answers[PUT] = saved(6, "<p>minu tekst</p>");
    expect(await copy.save()).toBe("done");
    expect(server.asked.at(-1)?.body).toMatchObject({
      basedOn: 5,
      body: { content: "<p>minu tekst</p>" },
    });
    expect(state().dirty).toBe(false);
  });

  it("goes on with the other text and leaves one's own in the history", async () => {
    const { copy, server, state, text } = await conflicted();
    const answers = [saved(6, "<p>minu tekst</p>"), saved(7, "<p>teise tekst</p>")];
    server.answers[PUT] = () => answers.shift();
    expect(await copy.takeTheirs()).toBe("done");
    expect(server.asked.slice(1).map(({ body }) => body)).toMatchObject([
      { basedOn: 5, body: { content: "<p>minu tekst</p>" } },
      { basedOn: 6, body: { content: "<p>teise tekst</p>" } },
    ]);
    expect(text.now).toBe("<p>teise tekst</p>");
    expect(state()).toMatchObject({ conflict: null, dirty: false, remote: { revision: 7 } });
  });

  it("comes again when a third text was saved meanwhile", async () => {
    const { copy, server, state } = await conflicted();
    const third = saved(6, "<p>kolmas</p>");
    server.answers[PUT] = problem(409, "stale-revision", { current: third });
    expect(await copy.takeTheirs()).toBe("stale");
    expect(state().conflict?.remote.revision).toBe(6);
    expect(state().conflict?.mine.content).toBe("<p>minu tekst</p>");
  });
});

it("taking down: names what readers see", async () => {
  const server = fakeServer({
    [TAKE_DOWN]: aDocument({ status: "draft", publishedRevision: null }),
  });
  const { copy, state } = begin({ revision: 4, publishedRevision: 3, status: "changed" });
  expect(await copy.takeDown()).toBe("done");
  expect(server.asked[0]?.body).toEqual({ revision: 3 });
  expect(state().remote.status).toBe("draft");
  expect(await copy.takeDown()).toBe("done");
  expect(server.asked.length).toBe(1);
});

it("taking down: shows a newer state instead when only that has changed", async () => {
  const current = aDocument({ revision: 4, publishedRevision: 4 });
  fakeServer({ [TAKE_DOWN]: problem(409, "stale-revision", { current }) });
  const { copy, state } = begin({ revision: 4, publishedRevision: 3, status: "changed" });
  expect(await copy.takeDown()).toBe("moved");
  expect(state()).toMatchObject({ conflict: null, remote: { publishedRevision: 4 } });
});

it("a slider is its books in their order", async () => {
  const books = [aBook("a", "Kevade"), aBook("b", "Suvi")];
  const slider = { kind: "slider" as const, body: { title: "Uued", bookIds: ["a", "b"] }, books };
  const server = fakeServer({ [PUT]: aDocument({ ...slider, revision: 4 }) });
  const { copy, state } = begin(slider);
  copy.edit({ books: [...books].reverse() });
  expect(state().dirty).toBe(true);
  copy.edit({ books });
  expect(state().dirty).toBe(false);
  copy.edit({ books: [books[1] as (typeof books)[0]] });
  await copy.save();
  expect(server.asked[0]?.body).toMatchObject({
    basedOn: 3,
    body: { title: "Uued", bookIds: ["b"] },
  });
});

it("a slider by a rule keeps its rule", async () => {
  const rule = { kind: "newest" as const, categoryId: null, count: 12 };
  const slider = { kind: "slider" as const, body: { title: "Uued", rule }, books: [] };
  const server = fakeServer({ [PUT]: aDocument({ ...slider, revision: 4 }) });
  const { copy } = begin(slider);
  copy.edit({ title: "Uued raamatud" });
  await copy.save();
  expect(server.asked[0]?.body).toMatchObject({ body: { title: "Uued raamatud", rule } });
});

describe("a plan", () => {
  const SCHEDULE = `POST /desk/items/${aDocument().id}/schedule`;
  const at = "2026-12-05T08:00:00.000Z";

  it("is made for what is on the screen", async () => {
    const planned = saved(4, "<p>b</p>", { publishAt: at, scheduledRevision: 4 });
    const server = fakeServer({ [PUT]: saved(4, "<p>b</p>"), [SCHEDULE]: planned });
    const { copy, text, state } = begin();
    text.type("<p>b</p>");
    expect(await copy.schedule(at, null)).toBe("done");
    expect(server.asked.map(({ call }) => call)).toEqual([PUT, SCHEDULE]);
    expect(server.asked[1]?.body).toEqual({ revision: 4, publishAt: at, takeDownAt: null });
    expect(state().remote.publishAt).toBe(at);
  });

  it("tells what is wrong with it", async () => {
    const errors = [{ field: "publishAt", code: "in-past" }];
    fakeServer({ [SCHEDULE]: problem(422, "validation", { errors }) });
    const { copy, state } = begin();
    expect(await copy.schedule(at, null)).toBe("invalid");
    expect(state().invalid).toEqual(errors);
  });
});

it("a page gets another address, unless it is taken", async () => {
  const RENAME = `PUT /desk/items/${aDocument().id}/identifier`;
  const server = fakeServer({ [RENAME]: problem(409, "conflict") });
  const { copy, state } = begin();
  expect(await copy.rename("kingid")).toBe("conflict");
  server.answers[RENAME] = aDocument({ identifier: "kingid" });
  expect(await copy.rename("kingid")).toBe("done");
  expect(server.asked[1]?.body).toEqual({ identifier: "kingid" });
  expect(state().remote.identifier).toBe("kingid");
});

it("keeps what an explicit save told when an autosave finds it again", async () => {
  const errors = [{ field: "body.title", code: "required" }];
  const server = fakeServer({ [PUT]: problem(422, "validation", { errors }) });
  const { copy, state } = begin();
  copy.edit({ title: "" });
  await copy.autosave();
  expect(state()).toMatchObject({ quiet: true, attempt: 0, invalid: errors });
  await copy.save();
  expect(state()).toMatchObject({ quiet: false, attempt: 1 });
  await copy.autosave();
  expect(state()).toMatchObject({ quiet: false, attempt: 1, invalid: errors });
  server.answers[PUT] = saved(4, "<p>b</p>");
  await copy.autosave();
  expect(state()).toMatchObject({ invalid: [] });
});

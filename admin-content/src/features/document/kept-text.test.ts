import { fakeServer, problem } from "storefront/testing/server.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dropKept, keepAside, keepUnsaved } from "#app/features/kept/kept.ts";
import { aDocument, PlainText } from "#app/testing/data.ts";
import { Draft } from "./draft.ts";
import { findKeptText } from "./kept-text.ts";

const PUT = `PUT /desk/items/${aDocument().id}`;

let stops: (() => void)[] = [];
beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-11-28T10:00:00Z") }));
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function begin(document = aDocument()) {
  const draft = new Draft(document);
  const text = new PlainText(document.body.content ?? "", draft.textChanged);
  draft.attach(text);
  const keeper = keepUnsaved(document.id, draft);
  stops.push(keeper.stop);
  return { draft, text, keeper, state: () => draft.getSnapshot() };
}

it("keeps what is written until the server has it", async () => {
  const document = aDocument();
  const { draft, text } = begin(document);
  text.type("<p>uus</p>");
  expect(await findKeptText(document)).toBeNull();
  vi.advanceTimersByTime(1000);
  expect(await findKeptText(document)).toMatchObject({
    editing: draft.editing,
    basedOn: 3,
    at: "2026-11-28T10:00:01.000Z",
    body: { title: "Kinkekaart", content: "<p>uus</p>" },
  });
  fakeServer({ [PUT]: aDocument({ revision: 4 }) });
  await draft.save();
  expect(localStorage.length).toBe(0);
});

it("keeps it at once when the page goes", async () => {
  const { text } = begin();
  text.type("<p>uus</p>");
  dispatchEvent(new Event("pagehide"));
  expect(await findKeptText(aDocument())).toMatchObject({ body: { content: "<p>uus</p>" } });
});

it("forgets what the server has after all, and what is a month old", async () => {
  const { text } = begin();
  text.type("<p>uus</p>");
  dispatchEvent(new Event("pagehide"));
  const document = aDocument({ revision: 4 });
  const { body } = document;
  expect(await findKeptText({ ...document, body: { ...body, content: "<p>uus</p>" } })).toBeNull();
  expect(localStorage.length).toBe(0);

  text.type("<p>vana</p>");
  dispatchEvent(new Event("pagehide"));
  vi.advanceTimersByTime(31 * 86_400_000);
  expect(await findKeptText(document)).toBeNull();
});

it("does not offer what is being written in another tab", async () => {
  const { draft, text } = begin();
  text.type("<p>uus</p>");
  dispatchEvent(new Event("pagehide"));
  const held = [{ name: `heliriiul.desk.kept.${draft.editing}` }];
  vi.stubGlobal("navigator", { locks: { query: async () => ({ held }) } });
  expect(await findKeptText(aDocument())).toBeNull();
  vi.stubGlobal("navigator", { locks: { query: async () => ({ held: [] }) } });
  expect(await findKeptText(aDocument())).not.toBeNull();
});

it("is taken up again, and shows both texts when others saved since", async () => {
  const lost = begin();
  lost.text.type("<p>uus</p>");
  lost.keeper.write();
  const newest = aDocument({ revision: 4, body: { title: "Muu", content: "<p>muu</p>" } });
  const kept = await findKeptText(newest);
  expect(kept).not.toBeNull();
  if (!kept) return;

  const { draft, text, keeper, state } = begin(newest);
  await draft.takeUp(kept);
  keeper.write();
  dropKept(newest.id, kept.editing);
  expect(text.now).toBe("<p>uus</p>");
  expect(state()).toMatchObject({ dirty: true, fields: { title: "Kinkekaart" } });
  expect(localStorage.length).toBe(1);

  const server = fakeServer({ [PUT]: problem(409, "stale-revision", { current: newest }) });
  expect(await draft.autosave()).toBe("stale");
  expect(server.asked[0]?.body).toMatchObject({ basedOn: 3, editing: draft.editing });
  expect(state().conflict).toMatchObject({
    mine: { body: { content: "<p>uus</p>" } },
    theirs: { revision: 4 },
  });
});

it("keeps apart what another text takes the place of", async () => {
  const { draft, text } = begin();
  text.type("<p>praegune</p>");
  keepAside(aDocument().id, draft);
  text.type("<p>Kingi raamat.</p>");
  expect(await findKeptText(aDocument())).toMatchObject({ body: { content: "<p>praegune</p>" } });
});

it("reads nothing that anybody else put there", async () => {
  const { id } = aDocument();
  localStorage.setItem(`heliriiul.desk.kept.${id}.x`, '{"body":1}');
  localStorage.setItem(`heliriiul.desk.kept.${id}.y`, "{");
  expect(await findKeptText(aDocument())).toBeNull();
});

it("keeps the text also when its screen goes first", async () => {
  const document = aDocument();
  const draft = new Draft(document);
  const text = new PlainText("<p>Kingi raamat.</p>", draft.textChanged);
  const detach = draft.attach(text);
  const keeper = keepUnsaved(document.id, draft);
  text.type("<p>uus</p>");
  detach();
  keeper.write();
  keeper.stop();
  expect(await findKeptText(document)).toMatchObject({ body: { content: "<p>uus</p>" } });
});

it("keeps nothing that its writer let go", async () => {
  const { draft, text, keeper } = begin();
  text.type("<p>uus</p>");
  keeper.write();
  keeper.stop();
  dropKept(aDocument().id, draft.editing);
  keeper.write();
  expect(localStorage.length).toBe(0);
});

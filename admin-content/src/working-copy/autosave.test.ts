import { fakeServer, problem } from "storefront/testing/server.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Document } from "#app/api/types.ts";
import { DocumentCopy } from "#app/features/document/document-copy.ts";
import { aDocument, PlainText } from "#app/testing/data.ts";
import { Autosave } from "./autosave.ts";

const PUT = `PUT /desk/items/${aDocument().id}`;
type Put = { basedOn: number; autosave?: boolean; editing: string; body: { content: string } };

let stop = () => {};
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** An open document, and a server that makes one revision for each save. */
function begin() {
  const document = aDocument();
  const copy = new DocumentCopy(document);
  const text = new PlainText(document.body.content ?? "", copy.textChanged);
  copy.attach(text);
  const onSessionEnd = vi.fn();
  const autosave = new Autosave(copy, onSessionEnd);
  stop = autosave.start();
  let revision = 3;
  const server = fakeServer({
    [PUT]: () => {
      revision += 1;
      return aDocument({ revision, savedAt: "2026-11-28T10:31:00.000Z" });
    },
  });
  const puts = () => server.asked.map(({ body }) => body as Put);
  /** Answers all saves until the returned function is called. */
  const fail = (answer?: Response) => {
    const take = server.answers[PUT];
    if (answer) server.answers[PUT] = answer;
    else delete server.answers[PUT];
    return () => {
      server.answers[PUT] = take;
    };
  };
  const state = () => copy.getSnapshot();
  return { copy, text, autosave, onSessionEnd, server, puts, fail, state };
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("while typing", () => {
  it("saves two seconds after the last change, as this editing session", async () => {
    const { copy, text, puts, state } = begin();
    text.type("<p>a</p>");
    await wait(1900);
    text.type("<p>ab</p>");
    await wait(1900);
    expect(puts()).toEqual([]);
    await wait(200);
    expect(puts()).toMatchObject([
      { basedOn: 3, autosave: true, editing: copy.session, body: { content: "<p>ab</p>" } },
    ]);
    expect(state()).toMatchObject({
      dirty: false,
      hasSaved: true,
      remote: { savedAt: "2026-11-28T10:31:00.000Z" },
    });
    await wait(60_000);
    expect(puts().length).toBe(1);
  });

  it("saves nothing while the editor decides whether to leave it unsaved", async () => {
    const { text, autosave, puts } = begin();
    text.type("<p>a</p>");
    autosave.setPaused(true);
    await wait(30_000);
    expect(puts()).toEqual([]);
    autosave.setPaused(false);
    await wait(2000);
    expect(puts()).toHaveLength(1);
  });

  it("saves every ten seconds when there is no pause", async () => {
    const { text, puts } = begin();
    for (let second = 0; second < 25; second++) {
      text.type(`<p>${second}</p>`);
      await wait(1000);
    }
    expect(puts().map(({ body }) => body.content)).toEqual(["<p>9</p>", "<p>19</p>"]);
  });

  it("has one save under way, and saves again what was typed meanwhile", async () => {
    const { text, server, puts, state } = begin();
    let answer = (_: Document) => {};
    server.answers[PUT] = () =>
      new Promise<Document>((resolve) => {
        answer = resolve;
      });
    text.type("<p>a</p>");
    await wait(2000);
    expect(state().autosaving).toBe(true);
    text.type("<p>ab</p>");
    await wait(9000);
    expect(puts().length).toBe(1);
    answer(aDocument({ revision: 4 }));
    await wait(0);
    expect(text.now).toBe("<p>ab</p>");
    expect(state().dirty).toBe(true);
    await wait(2000);
    expect(puts().at(-1)).toMatchObject({ basedOn: 4, body: { content: "<p>ab</p>" } });
    answer(aDocument({ revision: 5 }));
    await wait(0);
    expect(state().dirty).toBe(false);
  });

  it("lets an action of the editor wait for it", async () => {
    const { copy, text, server, puts, state } = begin();
    server.answers[`POST /desk/items/${aDocument().id}/publish`] = () =>
      aDocument({ revision: 4, publishedRevision: 4 });
    text.type("<p>a</p>");
    const saving = copy.autosave();
    expect(await copy.publish()).toBe("done");
    expect(await saving).toBe("done");
    expect(server.asked.length).toBe(2);
    expect(puts()[1]).toEqual({ revision: 4 });
    expect(state().dirty).toBe(false);
  });
});

describe("when a save fails", () => {
  it.each([
    ["offline", undefined],
    ["unavailable", problem(503, "unavailable")],
  ])(
    "%s: retries at growing intervals, and at once when the network is back",
    async (failure, answer) => {
      const { text, server, fail, state } = begin();
      const recover = fail(answer);
      text.type("<p>a</p>");
      await wait(2000);
      expect(state().failure).toBe(failure);
      text.type("<p>ab</p>");
      await wait(2000 + 4000 + 8000);
      expect(server.count(PUT)).toBe(4);
      await wait(15_000);
      expect(server.count(PUT)).toBe(4);
      recover();
      dispatchEvent(new Event("online"));
      await wait(0);
      expect(server.count(PUT)).toBe(5);
      expect(state()).toMatchObject({ failure: null, dirty: false });
    },
  );

  it("recovers at the next retry", async () => {
    const { text, fail, state } = begin();
    const recover = fail(problem(503, "unavailable"));
    text.type("<p>a</p>");
    await wait(2000);
    recover();
    await wait(2000);
    expect(state()).toMatchObject({ failure: null, dirty: false });
  });

  it("asks for a login once, and goes on after it", async () => {
    const { text, autosave, onSessionEnd, server, fail, state } = begin();
    const recover = fail(problem(401, "unauthorized"));
    text.type("<p>a</p>");
    await wait(2000);
    text.type("<p>ab</p>");
    await wait(30_000);
    expect(onSessionEnd).toHaveBeenCalledTimes(1);
    expect(server.count(PUT)).toBe(1);
    expect(text.now).toBe("<p>ab</p>");
    recover();
    autosave.resume();
    await wait(0);
    expect(state()).toMatchObject({ dirty: false, failure: null });
  });

  it("waits for the next change after a refusal, and takes no focus", async () => {
    const { copy, text, server, fail, state } = begin();
    const errors = [{ field: "body.title", code: "required" }];
    const recover = fail(problem(422, "validation", { errors }));
    copy.edit({ title: "" });
    await wait(60_000);
    expect(server.count(PUT)).toBe(1);
    expect(state()).toMatchObject({ invalid: errors, attempt: 0, quiet: true });
    recover();
    copy.edit({ title: "Uus" });
    await wait(2000);
    expect(state()).toMatchObject({ dirty: false, invalid: [] });
    expect(text.now).toBe("<p>Kingi raamat.</p>");
  });

  it("pauses in a conflict, and goes on when one's own text is chosen", async () => {
    const { copy, text, puts, fail, state } = begin();
    const current = aDocument({ revision: 7, body: { title: "Kinkekaart", content: "teine" } });
    const recover = fail(problem(409, "stale-revision", { current }));
    text.type("<p>minu</p>");
    await wait(2000);
    expect(state().conflict?.mine.content).toBe("<p>minu</p>");
    recover();
    await wait(60_000);
    expect(puts().length).toBe(1);
    copy.keepMine();
    await wait(2000);
    expect(puts()[1]).toMatchObject({ basedOn: 7, body: { content: "<p>minu</p>" } });
  });
});

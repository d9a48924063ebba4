// The server is killed while an editor types: the desk reconnects by itself, and what it
// reported as saved is saved.
import { deskOf, expectSaved, expectSound, logInAt, saveLine, stamp, text } from "../desk.ts";
import { OWN_EDITOR, type OwnServer, ownServer } from "../server.ts";
import { test as base, expect } from "../store.ts";

const test = base.extend<{ server: OwnServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  server: async ({}, use) => {
    const server = await ownServer();
    await server.start();
    await use(server);
    await server.drop();
  },
});

// This does not depend on the width and takes long.
test.beforeEach(({ viewport }) => test.skip(viewport?.width !== 1440));

/** When the server dies, in ms after a save was sent; null: while no save is in flight. */
const MOMENTS = [null, 0, 1, 3, 6, 12, 25, 50];

test("a server that is killed around a save loses nothing that was reported as saved", async ({
  page,
  browser,
  server,
  allowed,
}) => {
  test.setTimeout(240_000);
  allowed.push("net::ERR_");
  const api = await browser.newContext({ baseURL: server.base });
  const desk = await deskOf(api.request, OWN_EDITOR);
  const made = await desk.call("/items", {
    kind: "page",
    identifier: `surm-${stamp()}`,
    body: { title: "Surm salvestamise ajal", content: "<p>Algus.</p>" },
  });
  const { id } = (await made.json()) as { id: string };
  const saved = async () => (await desk.item(id)).body.content;

  await page.goto(`${server.base}/toimetus/`);
  await logInAt(page, OWN_EDITOR);
  await expect(page.getByRole("heading", { level: 1, name: "Tekstid" })).toBeVisible();
  await page.goto(`${server.base}/toimetus/sisu/${id}`);
  await text(page).click();
  await page.keyboard.press("Control+End");

  const written = ["Algus."];
  for (const [round, moment] of MOMENTS.entries()) {
    const words = `Ring ${round} ${moment ?? "vaikuses"}.`;
    written.push(words);
    if (moment === null) {
      await server.kill();
      await page.keyboard.type(` ${words}`);
      await expect(saveLine(page)).toHaveText("Võrk puudub – proovin uuesti");
      await expectSound(page);
    } else {
      const sent = page.waitForRequest((request) => request.method() === "PUT");
      await page.keyboard.type(` ${words}`);
      await page.keyboard.press("Control+s");
      await sent;
      await new Promise((done) => setTimeout(done, moment));
      await server.kill();
    }
    // Typing continues without a server.
    const more = `Ja veel ${round}.`;
    await page.keyboard.type(` ${more}`);
    // What was reported as saved before the server died must be there.
    written.push(more);
    await server.start();
    await expectSaved(page);
    await expect(page.getByText("Keegi on vahepeal salvestanud")).toHaveCount(0);
    const content = await saved();
    for (const each of written) expect(content, `after ${moment} ms`).toContain(each);
  }

  // The same, with the server dying the moment that the save is reported.
  for (const round of [1, 2, 3]) {
    const words = `Kohe pärast ${round}.`;
    written.push(words);
    await page.keyboard.type(` ${words}`);
    await page.keyboard.press("Control+s");
    await expectSaved(page);
    await server.kill();
    await server.start();
    expect(await saved()).toContain(words);
  }

  await page.reload();
  await expect(text(page)).toHaveText(written.join(" "));
  await expect(page.getByText("Siin on salvestamata tekst")).toHaveCount(0);
  await expectSound(page);
  await api.close();
});

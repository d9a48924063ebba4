// Many editors of one document: they see each other, a late save shows both texts, and the history
// has every accepted text.
import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import {
  ADMIN,
  another,
  conflictOn,
  deskOf,
  EDITOR,
  enter,
  expectSaved,
  expectSound,
  openOwnPage,
  text,
  writeAtEnd,
} from "../desk.ts";
import { operate } from "../operator.ts";
import { expect, newAddress, PASSWORD, test } from "../store.ts";

test.beforeEach(() => test.setTimeout(120_000));

/** Nine in addition to the one in the browser. */
const NAMES = ["Aino", "Berta", "Carl", "Doris", "Eha", "Franz", "Greta", "Hugo", "Ilse"];

/** A new account that the operator makes an editor. */
async function newEditor(request: APIRequestContext, firstName: string) {
  const email = newAddress("toimetaja");
  const answer = await request.post("/api/register", {
    data: { email, firstName, lastName: "Toimetaja", password: PASSWORD },
  });
  expect(answer.status()).toBe(201);
  operate("user", "grant", email, "editor");
  return { email, password: PASSWORD };
}

test("two editors of one document see each other", async ({ page, browser }) => {
  await enter(page);
  await openOwnPage(page, "<p>Ühine leht.</p>");
  await expect(page.getByText(/^Praegu kirjutab ka:/)).toHaveCount(0);
  const other = await another(browser, page, ADMIN);
  await expect(other.getByText(`Praegu kirjutab ka: ${EDITOR.name}`)).toBeVisible();
  // The first editor learns of it with the next call.
  await expect(page.getByText(`Praegu kirjutab ka: ${ADMIN.name}`)).toBeVisible({
    timeout: 20_000,
  });
  await expectSound(page);
  await expectSound(other);
  // Two tabs of one person do not count as two editors.
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await expect(tab.getByText(`Praegu kirjutab ka: ${ADMIN.name}`)).toBeVisible();
  await expect(
    tab.getByText(EDITOR.name, { exact: false }).filter({ hasText: "kirjutab" }),
  ).toHaveCount(0);
  await other.context().close();
});

test("ten editors save one document at once: one is accepted, nine get a conflict, no text is lost", async ({
  page,
  request,
  allowed,
}) => {
  allowed.push(409);
  const others: { name: string; desk: Awaited<ReturnType<typeof deskOf>> }[] = [];
  for (const name of NAMES) {
    others.push({ name, desk: await deskOf(request, await newEditor(request, name)) });
  }
  await enter(page);
  const { id, title } = await openOwnPage(page, "<p>Ühine algus.</p>");
  // The browser's save arrives last.
  let free = () => {};
  const gate = new Promise<void>((resolve) => {
    free = resolve;
  });
  await page.route(`**/api/desk/items/${id}`, async (route) => {
    if (route.request().method() === "PUT") await gate;
    await route.continue();
  });
  await writeAtEnd(page, "Brauseri lause.");
  await page.getByRole("button", { name: "Salvesta mustand" }).click();

  const accepted: string[] = [];
  /** Saves over the last seen revision, as the desk does after a conflict. */
  const save = async ({ name, desk }: (typeof others)[number], basedOn: number) => {
    const content = `<p>Ühine algus.</p><p>${name} lause.</p>`;
    const answer = await desk.put(`/items/${id}`, {
      basedOn,
      body: { title, content },
      editing: randomUUID(),
    });
    if (answer.status() === 200) {
      accepted.push(content);
      return null;
    }
    expect(answer.status()).toBe(409);
    const { code, current } = (await answer.json()) as {
      code: string;
      current: { revision: number; body: { content: string } };
    };
    expect(code).toBe("stale-revision");
    return { name, desk, revision: current.revision, theirs: current.body.content };
  };
  const first = await Promise.all(others.map((each) => save(each, 1)));
  const losers = first.filter((each) => each !== null);
  expect(accepted).toHaveLength(1);
  expect(losers).toHaveLength(8);
  for (const { theirs } of losers) expect(theirs).toBe(accepted[0]);

  // The editor in the browser was late and sees both texts.
  free();
  const conflict = conflictOn(page);
  await expect(conflict).toBeFocused();
  await expect(conflict.getByText("Brauseri lause.")).toBeVisible();
  const winner = NAMES.find((name) => accepted[0]?.includes(name)) ?? "";
  await expect(conflict.getByText(`${winner} lause.`)).toBeVisible();
  await expect(conflict.getByText(new RegExp(`^${winner} Toimetaja, `)).first()).toBeVisible();
  await expectSound(page);

  // All continue with their own text at once, until each has been accepted.
  let waiting = losers;
  for (let round = 0; waiting.length > 0; round++) {
    expect(round).toBeLessThan(NAMES.length);
    const next = await Promise.all(waiting.map((each) => save(each, each.revision)));
    waiting = next.filter((each) => each !== null);
  }
  expect(accepted).toHaveLength(9);
  await conflict.getByRole("button", { name: "Jätka oma tekstiga" }).click();
  // Others have saved since: the newest text is shown next to one's own.
  const last = NAMES.find((name) => accepted[8]?.includes(name)) ?? "";
  await expect(conflict.getByText(`${last} lause.`)).toBeVisible();
  await expect(conflict.getByText("Brauseri lause.")).toBeVisible();
  await conflict.getByRole("button", { name: "Jätka oma tekstiga" }).click();
  await expectSaved(page);
  await expect(text(page)).toContainText("Brauseri lause.");

  const history = await (await deskOf(request)).history(id);
  for (const content of accepted) expect(history).toContain(content);
  expect(history[0]).toContain("Brauseri lause.");
  expect(history).toHaveLength(11);
  await page.getByRole("link", { name: "Ajalugu" }).click();
  await expect(page.getByRole("navigation", { name: "Versioonid" }).getByRole("link")).toHaveCount(
    11,
  );
  await expectSound(page);
});

// Double clicks, two tabs of one browser, Back and Forward: one action, nothing lost.
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import {
  conflictOn,
  deskOf,
  EDITOR,
  enter,
  expectSaved,
  expectSound,
  openOwnPage,
  saveLine,
  stamp,
  text,
  writeAtEnd,
} from "../desk.ts";
import { expect, notice, test } from "../store.ts";

test.beforeEach(() => test.setTimeout(120_000));

const dangers = (page: Page) => page.locator(".toast--danger");
const leaving = (page: Page) => page.getByRole("dialog", { name: "Salvestamata muudatused" });
const back = (page: Page) => page.evaluate(() => history.back());
const forward = (page: Page) => page.evaluate(() => history.forward());

/** Counts later calls of one kind. */
function counted(page: Page, method: string, path: RegExp): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.method() === method && path.test(new URL(request.url()).pathname)) count += 1;
  });
  return () => count;
}

test("a double click creates one document, one save and one publication", async ({ page }) => {
  const mark = stamp();
  await enter(page);
  await page.getByRole("link", { name: "Lisa uus" }).click();
  await expect(page).toHaveURL(/\/uus$/);
  await page.getByLabel("Pealkiri").fill(`Topelt ${mark}`);
  const creates = counted(page, "POST", /\/desk\/items$/);
  await page.getByRole("button", { name: "Loo mustand" }).dblclick();
  await expect(text(page)).toBeVisible();
  await expect(dangers(page)).toHaveCount(0);
  expect(creates()).toBe(1);
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const desk = await deskOf(page.request);
  const items = await desk.read<{ title: string }[]>("/items");
  expect(items.filter(({ title }) => title === `Topelt ${mark}`)).toHaveLength(1);

  await writeAtEnd(page, "Salvesta kaks korda.");
  await page.getByRole("button", { name: "Salvesta mustand" }).dblclick();
  await expectSaved(page);
  await expect(dangers(page)).toHaveCount(0);
  await expect(conflictOn(page)).toHaveCount(0);
  expect(await desk.history(id)).toHaveLength(2);

  await writeAtEnd(page, "Avalda kaks korda.");
  await page.getByRole("button", { name: "Avalda", exact: true }).dblclick();
  await expect(page.getByText(/^Avaldatud \d/)).toBeVisible();
  await expectSaved(page);
  await expect(dangers(page)).toHaveCount(0);
  await expect(page.getByText("Keegi muutis vahepeal")).toHaveCount(0);
  expect((await desk.acts(id)).filter((act) => act === "publish")).toHaveLength(1);
  expect(await desk.history(id)).toHaveLength(3);
  await expectSound(page);
});

test("two tabs: one saves undisturbed; the outdated one sees both texts", async ({
  page,
  context,
  allowed,
}) => {
  allowed.push(409);
  await enter(page);
  const { id } = await openOwnPage(page, "<p>Algus.</p>");
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(text(second)).toHaveText("Algus.");

  // One tab edits, the other only shows the document.
  for (const words of ["Esimene sakk.", "Esimene sakk jälle."]) {
    await page.bringToFront();
    await writeAtEnd(page, words);
    await expectSaved(page);
    await second.bringToFront();
  }
  for (const tab of [page, second]) {
    await expect(conflictOn(tab)).toHaveCount(0);
    await expect(tab.getByText("Siin on salvestamata tekst")).toHaveCount(0);
  }

  // The other tab starts to edit the outdated text.
  await writeAtEnd(second, "Teine sakk.");
  const conflict = conflictOn(second);
  await expect(conflict).toBeFocused();
  await expect(conflict.getByText("Teine sakk.")).toBeVisible();
  await expect(conflict.getByText("Esimene sakk jälle.")).toBeVisible();
  await expectSound(second);
  await conflict.getByRole("button", { name: "Jätka oma tekstiga" }).click();
  await expectSaved(second);

  await page.bringToFront();
  await writeAtEnd(page, "Esimene sakk viimast korda.");
  await expect(conflictOn(page).getByText("Esimene sakk viimast korda.")).toBeVisible();
  await expect(conflictOn(page).getByText("Teine sakk.")).toBeVisible();
  await page.getByRole("button", { name: "Jätka teise tekstiga" }).click();
  await expect(notice(page, "Teine tekst on ees. Sinu oma on ajaloos.")).toBeVisible();
  await expect(text(page)).toContainText("Teine sakk.");

  const desk = await deskOf(page.request);
  const texts = await desk.history(id);
  expect(texts[0]).toContain("Teine sakk.");
  expect(texts.some((each) => each.includes("Esimene sakk viimast korda."))).toBe(true);
  expect(texts.some((each) => each.includes("Teine sakk."))).toBe(true);
});

test("a closed tab leaves its unsaved text to the next tab, never to one that is open at the same time", async ({
  page,
  context,
  allowed,
}) => {
  allowed.push("net::ERR_");
  await enter(page);
  const { id } = await openOwnPage(page, "<p>Algus.</p>");
  const lost = await context.newPage();
  await lost.goto(page.url());
  await lost.route(`**/api/desk/items/${id}`, (route) =>
    route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await writeAtEnd(lost, "Sulgemata mõte.");
  await expect(saveLine(lost)).toHaveText("Võrk puudub – proovin uuesti");
  // An open tab offers nothing: the text is still being edited.
  await page.reload();
  await expect(text(page)).toHaveText("Algus.");
  await expect(page.getByText("Siin on salvestamata tekst")).toHaveCount(0);
  await lost.close();

  await page.reload();
  const offer = page.getByRole("region", { name: "Siin on salvestamata tekst" });
  await expect(offer).toBeVisible();
  await expectSound(page);
  await offer.getByRole("button", { name: "Taasta salvestamata tekst" }).click();
  await expect(text(page)).toContainText("Sulgemata mõte.");
  await expectSaved(page);
  await page.reload();
  await expect(text(page)).toContainText("Sulgemata mõte.");
  await expect(offer).toHaveCount(0);
});

test("a logout in one tab shows the login in the other, over the document", async ({
  page,
  context,
  allowed,
}) => {
  allowed.push(401);
  await enter(page);
  const { id } = await openOwnPage(page, "<p>Algus.</p>");
  const second = await context.newPage();
  await second.goto("/toimetus/");
  await second.getByRole("button", { name: "Logi välja" }).click();
  await expect(second.getByRole("heading", { level: 1, name: "Logi toimetusse" })).toBeVisible();
  await page.bringToFront();
  await writeAtEnd(page, "Kirjutatud väljas.");
  const dialog = page.getByRole("dialog", { name: "Sessioon on lõppenud" });
  await expect(dialog.getByLabel("Parool", { exact: true })).toBeFocused();
  await expect(dialog.getByLabel("Meiliaadress")).toHaveValue(EDITOR.email);
  await expectSound(page);
  await page.keyboard.type(EDITOR.password);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expectSaved(page);
  await expect(text(page)).toContainText("Kirjutatud väljas.");
  // Both tabs share the session again.
  await second.goto(`/toimetus/sisu/${id}`);
  await expect(text(second)).toContainText("Kirjutatud väljas.");
});

test("Back asks before unsaved text is left, and restores the list", async ({ page }) => {
  await enter(page);
  const { id, identifier, title } = await openOwnPage(page, "<p>Algus.</p>");
  await page.goto("/toimetus/");
  const search = page.getByLabel("Otsi pealkirja või tunnuse järgi");
  await search.fill(identifier);
  await expect(page.getByText("1 kirje", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: title }).click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(`Leht: ${title}`);
  await expect(page.getByRole("main")).toBeFocused();

  let free = () => {};
  const gate = new Promise<void>((resolve) => {
    free = resolve;
  });
  await page.route(`**/api/desk/items/${id}`, async (route) => {
    if (route.request().method() === "PUT") await gate;
    await route.continue();
  });
  await writeAtEnd(page, "Pooleli.");
  await back(page);
  await expect(leaving(page)).toBeVisible();
  await expectSound(page);
  await leaving(page).getByRole("button", { name: "Jää siia" }).click();
  await expect(page).toHaveURL(new RegExp(`/toimetus/sisu/${id}$`));
  await expect(text(page)).toContainText("Pooleli.");
  await back(page);
  await expect(leaving(page)).toBeVisible();
  free();
  await leaving(page).getByRole("button", { name: "Salvesta ja lahku" }).click();
  await expect(heading).toHaveText("Tekstid");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(search).toHaveValue(identifier);
  await expect(page.getByText("1 kirje", { exact: true })).toBeVisible();
  await expectSound(page);

  // Forward: the saved document, its history and back.
  await forward(page);
  await expect(heading).toHaveText(`Leht: ${title}`);
  await expect(text(page)).toContainText("Pooleli.");
  await page.getByRole("link", { name: "Ajalugu" }).click();
  await expect(heading).toHaveText(`Ajalugu: ${title}`);
  await expect(page.getByRole("main")).toBeFocused();
  await page
    .getByRole("navigation", { name: "Versioonid" })
    .getByRole("link", { name: /^Versioon 1\b/ })
    .click();
  await expect(page.getByRole("heading", { name: "Versioon 1" })).toBeVisible();
  await back(page);
  await expect(page.getByRole("heading", { name: "Versioon 2" })).toBeVisible();
  await back(page);
  await expect(heading).toHaveText(`Leht: ${title}`);
  await expect(text(page)).toContainText("Pooleli.");
  await writeAtEnd(page, "Pärast ajalugu.");
  await expectSaved(page);
  await expect(conflictOn(page)).toHaveCount(0);
  await back(page);
  await expect(heading).toHaveText("Tekstid");
  await expect(search).toHaveValue(identifier);
});

test("the browser asks before a tab with unsaved text is closed", async ({ page }) => {
  await enter(page);
  const { id } = await openOwnPage(page, "<p>Algus.</p>");
  await page.route(`**/api/desk/items/${id}`, (route) =>
    route.request().method() === "PUT" ? undefined : route.continue(),
  );
  await writeAtEnd(page, `Pooleli ${randomUUID()}.`);
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await expect(text(page)).toContainText("Pooleli");
});

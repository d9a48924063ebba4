// The live preview: it opens by itself where there is room, shows typed text before it is
// saved, scrolls to the edited part, and never navigates the desk away. Also tests Back to a list.
import type { Locator, Page } from "@playwright/test";
import { enter, expectSound, goTo, openOwnPage, stamp, text, tokenOf } from "../desk.ts";
import { expect, test } from "../store.ts";

type Item = { id: string; kind: string; identifier: string };

const panel = (page: Page) => page.getByRole("region", { name: "Eelvaade", exact: true });
const frame = (page: Page) => panel(page).frameLocator("iframe");
const title = (page: Page) => page.getByRole("textbox", { name: "Pealkiri", exact: true });

async function openItem(page: Page, kind: string, identifier?: string): Promise<string> {
  const headers = { "Api-Token": await tokenOf(page.request) };
  const items = (await (await page.request.get("/api/desk/items", { headers })).json()) as Item[];
  const found = items.find(
    (item) => item.kind === kind && (!identifier || item.identifier === identifier),
  );
  expect(found, `${kind} ${identifier}`).toBeDefined();
  await page.goto(`/toimetus/sisu/${found?.id}`);
  return found?.id ?? "";
}

/** The preview is open on a wide screen and behind a button on a narrow one. */
async function openPreview(page: Page): Promise<void> {
  const isWide = (page.viewportSize()?.width ?? 0) >= 1200;
  if (!isWide) await page.getByRole("button", { name: "Eelvaade" }).click();
  await expect(panel(page)).toBeVisible();
  const heading = panel(page).getByRole("heading", { name: "Eelvaade" });
  if (isWide) await expect(heading).not.toBeFocused();
  else await expect(heading).toBeFocused();
}

/** Blocks saves, so that the shared documents stay unchanged. */
async function saveNothing(page: Page, allowed: (number | "net::ERR_")[]): Promise<void> {
  allowed.push(503);
  await page.route(/\/api\/desk\/items\/[^/]+$/, (route) =>
    route.request().method() === "PUT" ? route.fulfill({ status: 503 }) : route.fallback(),
  );
}

async function expectInSight(part: Locator): Promise<void> {
  await expect
    .poll(() => part.evaluate((each) => Math.round(each.getBoundingClientRect().top)))
    .toBeLessThan(200);
  expect(
    await part.evaluate((each) => Math.round(each.getBoundingClientRect().top)),
  ).toBeGreaterThanOrEqual(0);
}

test("the announcement is previewed in the store while it is typed", async ({ page, allowed }) => {
  await saveNothing(page, allowed);
  await enter(page);
  await openItem(page, "announcement");
  await openPreview(page);
  const shown = frame(page).getByRole("region", { name: "Teadaanne" });
  await expect(shown).toBeVisible();
  await expectSound(page);

  await title(page).fill("Õhtune pakkumine");
  await expect(shown.getByText("Õhtune pakkumine")).toBeVisible();
  await text(page).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Kuula täna tasuta.");
  await expect(shown.getByText("Kuula täna tasuta.")).toBeVisible();
  await expect(text(page)).toBeFocused();

  // An invalid field keeps the last preview.
  allowed.push(422);
  const refused = page.waitForResponse(
    (answer) => answer.url().includes("eelvaade=") && answer.status() === 422,
  );
  await title(page).fill("");
  await refused;
  await expect(shown.getByText("Õhtune pakkumine")).toBeVisible();
  await title(page).fill("Hommikune pakkumine");
  await expect(shown.getByText("Hommikune pakkumine")).toBeVisible();
});

test("a section is previewed at its place, and the scroll position stays", async ({
  page,
  allowed,
}) => {
  await saveNothing(page, allowed);
  await enter(page);
  await openItem(page, "section", "promo");
  await openPreview(page);
  const block = frame(page).locator(".promo");
  await expectInSight(block);
  await panel(page).getByRole("radio", { name: "Arvuti" }).check();
  await expectInSight(block);
  const place = () =>
    frame(page)
      .locator("html")
      .evaluate((root) => root.scrollTop);
  await frame(page)
    .locator("html")
    .evaluate((root) => root.scrollBy(0, 150));
  const before = await place();
  await title(page).fill("Kuula nii palju kui jaksad");
  await expect(block.getByRole("heading", { name: "Kuula nii palju kui jaksad" })).toBeVisible();
  expect(Math.abs((await place()) - before)).toBeLessThan(60);
});

test("a slider is previewed in its order, and by its rule", async ({ page }) => {
  await enter(page);
  const headers = { "Api-Token": await tokenOf(page.request) };
  const found = await (await page.request.get("/api/books/search?q=luts")).json();
  const books = (found as { id: string; title: string }[]).slice(0, 2);
  expect(books).toHaveLength(2);
  const mark = stamp();
  const answer = await page.request.post("/api/desk/items", {
    headers,
    data: {
      kind: "slider",
      identifier: `rida-${mark}`,
      body: { title: `Rida ${mark}`, bookIds: books.map(({ id }) => id) },
    },
  });
  const { id } = (await answer.json()) as Item;
  await page.goto(`/toimetus/sisu/${id}`);
  await openPreview(page);
  const row = frame(page).getByRole("region", { name: /^Rida/ });
  await expectInSight(row);
  const titles = row.locator(".book-card__title");
  await expect(titles).toHaveText(books.map((book) => book.title));
  await expectSound(page);
  await page.getByRole("button", { name: `Liiguta tahapoole: ${books[0]?.title}` }).focus();
  await page.keyboard.press("Enter");
  await expect(titles).toHaveText(books.map((book) => book.title).reverse());
  await page.getByLabel("Uuemad").check();
  await expect(titles).toHaveCount(12);
  await page.getByLabel("Rea pealkiri").fill("Rida, mis on alati uus");
  await expect(row.getByRole("heading", { name: "Rida, mis on alati uus" })).toBeVisible();
});

test("a closed preview stays closed until it is opened", async ({ page }, { project }) => {
  test.skip(project.name !== "1440", "on a narrow screen it is always behind its button");
  await enter(page);
  await openItem(page, "announcement");
  await panel(page).getByRole("button", { name: "Sulge eelvaade" }).click();
  await expect(page.getByRole("button", { name: "Eelvaade" })).toBeFocused();
  await page.reload();
  await expect(text(page)).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Eelvaade" }).click();
  await expect(panel(page).getByRole("heading", { name: "Eelvaade" })).toBeFocused();
  await page.reload();
  await expect(panel(page)).toBeVisible();
});

test("a link in the frame opens a new tab; after navigation the frame returns with the next key", async ({
  page,
}) => {
  await enter(page);
  const { title: name } = await openOwnPage(page, '<p>Vaata <a href="/meist">meist</a>.</p>');
  await page.getByRole("button", { name: "Eelvaade" }).click();
  await expect(frame(page).getByRole("heading", { level: 1, name })).toBeVisible();
  const popup = page.waitForEvent("popup");
  await frame(page).getByRole("link", { name: "meist", exact: true }).click();
  const other = await popup;
  // A full page of the store, with its script.
  await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(other.locator("noscript p")).toHaveCount(0);
  await other.close();
  expect(page.url()).toContain("/toimetus/sisu/");
  await expect(frame(page).getByRole("heading", { level: 1, name })).toBeVisible();

  await panel(page)
    .locator("iframe")
    .evaluate((each) => {
      (each as HTMLIFrameElement).contentWindow?.location.replace("/favicon.svg");
    });
  await expect(frame(page).getByRole("heading", { level: 1, name })).toHaveCount(0);
  await title(page).fill(`${name} uuesti`);
  await expect(
    frame(page).getByRole("heading", { level: 1, name: `${name} uuesti` }),
  ).toBeVisible();
});

test("an empty header cell has a name on the screen, not in the stored text", async ({ page }) => {
  await enter(page);
  const cells = "<td><p></p></td><td><p>Hind</p></td>";
  const { id } = await openOwnPage(
    page,
    `<table><tbody><tr>${cells}</tr><tr>${cells}</tr></tbody></table>`,
  );
  await text(page).getByText("Hind").first().click();
  await page.getByRole("button", { name: "Päiserida" }).click();
  await expect(text(page).getByRole("columnheader", { name: "Veerg 1" })).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Salvesta mustand" }).click();
  await expect(page.getByText(/^Salvestatud \d\d:\d\d$/)).toBeVisible();
  const saved = await page.request.get(`/api/desk/items/${id}`, {
    headers: { "Api-Token": await tokenOf(page.request) },
  });
  const { content } = ((await saved.json()) as { body: { content: string } }).body;
  expect(content).toContain("<th><p>Hind</p></th>");
  expect(content).not.toContain("Veerg");
});

test("back from a book returns to the same place of the same list", async ({ page }) => {
  await enter(page);
  await goTo(page, "Raamatud");
  const search = page.getByLabel("Otsi pealkirja, autori või ISBN-i järgi");
  await search.fill("a");
  await expect(page).toHaveURL(/\?q=a$/);
  const last = page.locator(".desk-book-row__title").last();
  for (const way of ["back", "link"]) {
    // The rows of the search may still be coming.
    await expect(() => last.scrollIntoViewIfNeeded()).toPass();
    const place = await page.evaluate(() => scrollY);
    expect(place).toBeGreaterThan(0);
    await last.click();
    await expect(page.getByRole("button", { name: "Salvesta", exact: true })).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    if (way === "back") await page.goBack();
    else await page.getByRole("link", { name: "Kõik raamatud" }).click();
    await expect(search).toHaveValue("a");
    await expect(page).toHaveURL(/\/raamatud\?q=a$/);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  }
});

// The parts of the home page, edited at the desk and seen by a visitor: the announcement, a section,
// sliders of chosen books and of books by rule. All tests use the home page, so they run one after the
// other.
import type { Browser, Page } from "@playwright/test";
import { conflictOn, deskOf, enter, expectSaved, expectSound, stamp, text } from "../desk.ts";
import { expect, notice, test } from "../store.ts";

test.beforeEach(() => test.setTimeout(120_000));

type Item = { id: string; kind: string; identifier: string; revision: number };

/** A new visitor on the home page. */
async function visitor(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({
    baseURL: new URL("/", page.url()).href,
    viewport: page.viewportSize(),
    locale: "et-EE",
    timezoneId: "Europe/Tallinn",
  });
  const other = await context.newPage();
  await other.goto("/");
  await expect(other.locator("#root")).not.toHaveAttribute("inert");
  return other;
}

async function find(page: Page, kind: string, identifier: string) {
  const desk = await deskOf(page.request);
  const items = await desk.read<Item[]>("/items");
  const item = items.find((each) => each.kind === kind && each.identifier === identifier);
  if (!item) throw new Error(`no ${kind} ${identifier}`);
  const { body } = await desk.item(item.id);
  /** Restores and publishes the document of before the journey. */
  const restore = async () => {
    const now = await desk.item(item.id);
    const saved = await desk.put(`/items/${item.id}`, { basedOn: now.revision, body });
    expect(saved.ok()).toBe(true);
    const { revision } = (await saved.json()) as { revision: number };
    expect((await desk.call(`/items/${item.id}/publish`, { revision })).ok()).toBe(true);
  };
  return { id: item.id, restore };
}

async function rewrite(page: Page, words: string): Promise<void> {
  await text(page).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(words);
}

async function publish(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Avalda", exact: true }).click();
  await expect(notice(page, "Avaldatud. Lugejad näevad seda kohe.")).toBeVisible();
  await page.getByRole("button", { name: "Sulge teade" }).first().click();
}

/** The draft as the store shows it, in the preview's frame. */
async function preview(page: Page) {
  await page.getByRole("button", { name: "Eelvaade", exact: true }).click();
  const panel = page.getByRole("region", { name: "Eelvaade", exact: true });
  await expect(panel).toBeVisible();
  return { panel, frame: panel.frameLocator("iframe") };
}

async function takeDown(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Lõpeta avaldamine" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Lõpeta avaldamine" }).click();
  await expect(notice(page, "Avaldamine on lõpetatud.")).toBeVisible();
}

async function newRow(page: Page, name: string): Promise<void> {
  await page.goto("/toimetus/uus");
  await page.getByLabel("Liik").selectOption({ label: "Raamaturida" });
  await page.getByLabel("Pealkiri").fill(name);
  await page.getByRole("button", { name: "Loo mustand" }).click();
  await expect(page.getByLabel("Rea pealkiri")).toHaveValue(name);
}

/** The titles of a slider on the home page, in order. */
async function rowOf(page: Page, label: string): Promise<string[]> {
  const answer = await page.request.get("/api/home");
  const { sliders } = (await answer.json()) as {
    sliders: { label: string; books: { title: string }[] }[];
  };
  return sliders.find((each) => each.label === label)?.books.map(({ title }) => title) ?? [];
}

test("the announcement is written, read, closed, changed and taken down", async ({
  page,
  browser,
}) => {
  const words = `Poes on täna laat ${stamp()}.`;
  await enter(page);
  const { id, restore } = await find(page, "announcement", "announcement");
  try {
    await page.getByRole("link", { name: /Tere tulemast/ }).click();
    await expect(page).toHaveURL(new RegExp(`/sisu/${id}$`));
    await expectSound(page);
    await page.getByRole("textbox", { name: "Pealkiri" }).fill("Laat!");
    await rewrite(page, words);
    const linked = page.getByLabel("Leht, kuhu teadaanne viib");
    await linked.selectOption("");
    await expect(page.getByLabel("Lingi tekst")).toHaveCount(0);
    await linked.selectOption({ label: "Kinkekaart" });
    await page.getByLabel("Lingi tekst").fill("Vaata kinkekaarti");
    await expectSaved(page);
    const draft = await preview(page);
    const shown = draft.frame.getByRole("region", { name: "Teadaanne" });
    await expect(shown.getByText(words)).toBeVisible();
    await expect(shown.getByRole("link", { name: "Vaata kinkekaarti" })).toBeVisible();
    await expectSound(page);
    await page.getByRole("button", { name: "Sulge eelvaade" }).click();

    const reader = await visitor(browser, page);
    const box = reader.getByRole("region", { name: "Teadaanne" });
    await expect(box).toBeVisible();
    await expect(box.getByText(words)).toHaveCount(0);
    await publish(page);
    await reader.reload();
    await expect(box.getByText("Laat!")).toBeVisible();
    await expect(box.getByText(words)).toBeVisible();
    await expectSound(reader);
    await box.getByRole("link", { name: "Vaata kinkekaarti" }).click();
    await expect(reader).toHaveURL(/\/kinkekaart$/);
    await box.getByRole("button", { name: "Sulge teadaanne" }).click();
    await expect(box).toHaveCount(0);
    await reader.goto("/");
    await expect(reader.locator("#root")).not.toHaveAttribute("inert");
    await expect(box).toHaveCount(0);

    // A new announcement is shown again to a visitor who closed the last one.
    await rewrite(page, `${words} Ka homme.`);
    await publish(page);
    await reader.reload();
    await expect(box.getByText("Ka homme.")).toBeVisible();

    await takeDown(page);
    await reader.reload();
    await expect(reader.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(box).toHaveCount(0);
    await expectSound(page);
    await reader.context().close();
  } finally {
    await restore();
  }
});

test("a section of the home page is changed and restored from its history", async ({
  page,
  browser,
}) => {
  const words = `Kuula kohe ${stamp()}.`;
  await enter(page);
  const { id, restore } = await find(page, "section", "promo");
  try {
    await page.goto(`/toimetus/sisu/${id}`);
    await rewrite(page, words);
    const draft = await preview(page);
    await expect(draft.frame.getByText(words)).toBeVisible();
    await expectSound(page);
    const reader = await visitor(browser, page);
    await expect(reader.getByText(words)).toHaveCount(0);
    await page.getByRole("button", { name: "Sulge eelvaade" }).click();
    await publish(page);
    await reader.reload();
    await expect(reader.locator(".promo").getByText(words)).toBeVisible();
    await expectSound(reader);

    await page.getByRole("link", { name: "Ajalugu" }).click();
    await page.getByRole("navigation", { name: "Versioonid" }).getByRole("link").nth(1).click();
    await page.getByRole("button", { name: "Taasta mustandina" }).click();
    await expect(notice(page, /on taastatud mustandina/)).toBeVisible();
    await expect(conflictOn(page)).toHaveCount(0);
    await publish(page);
    await reader.reload();
    await expect(reader.locator(".promo")).toBeVisible();
    await expect(reader.getByText(words)).toHaveCount(0);
    await reader.context().close();
  } finally {
    await restore();
  }
});

test("a hand-picked slider is shown on the home page in the order set by keyboard", async ({
  page,
  browser,
}) => {
  const name = `Oma rida ${stamp()}`;
  await enter(page);
  await newRow(page, name);
  const search = page.getByLabel("Otsi raamatut");
  for (const title of ["Kevade", "Nukitsamees", "Tasuja"]) {
    await search.fill(title);
    await page.getByRole("button", { name: `Lisa ritta: ${title}` }).click();
  }
  const row = page.getByRole("region", { name: "Raamatud reas" }).locator("ol > li");
  await expect(row).toHaveText([/Kevade/, /Nukitsamees/, /Tasuja/]);
  const up = page.getByRole("button", { name: "Liiguta ettepoole: Tasuja" });
  await up.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(row).toHaveText([/Tasuja/, /Kevade/, /Nukitsamees/]);
  await expect(up).toBeFocused();
  await expect(page.getByText("Tasuja on nüüd 1. kohal (kokku 3).")).toBeAttached();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Liiguta tahapoole: Tasuja" })).toBeFocused();
  await page.keyboard.press("Space");
  await expect(row).toHaveText([/Kevade/, /Tasuja/, /Nukitsamees/]);
  await expectSaved(page);
  const draft = await preview(page);
  const drawn = draft.frame.getByRole("region", { name });
  await expect(drawn.getByRole("listitem")).toHaveText([/Kevade/, /Tasuja/, /Nukitsamees/]);
  await expectSound(page);
  await page.getByRole("button", { name: "Sulge eelvaade" }).click();
  expect(await rowOf(page, name)).toEqual([]);
  await publish(page);

  const reader = await visitor(browser, page);
  const shelf = reader.getByRole("region", { name });
  await expect(shelf.getByRole("listitem")).toHaveText([/Kevade/, /Tasuja/, /Nukitsamees/]);
  await expectSound(reader);
  await takeDown(page);
  await reader.reload();
  await expect(reader.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(shelf).toHaveCount(0);
  await reader.context().close();
});

test("a slider with a rule shows the newest, the most popular, and a category", async ({
  page,
  browser,
  allowed,
}) => {
  allowed.push(422);
  const name = `Reegliga rida ${stamp()}`;
  await enter(page);
  await newRow(page, name);
  const books = async (query: string) => {
    const answer = await page.request.get(`/api/books?${query}`);
    return ((await answer.json()) as { title: string }[]).map(({ title }) => title);
  };
  await page.getByRole("radio", { name: "Kategooria" }).check();
  await expect(page.getByLabel("Otsi raamatut")).toHaveCount(0);
  await page.getByRole("button", { name: "Salvesta mustand" }).click();
  await expect(page.getByRole("region", { name: "Palun paranda vead" })).toBeFocused();
  await expectSound(page);

  const category = page.getByLabel("Kategooria, mille raamatuid näidatakse");
  await category.selectOption({ label: "Luule" });
  await page.getByLabel("Raamatute arv").fill("2");
  await expectSaved(page);
  const draft = await preview(page);
  await expect(
    draft.frame.getByRole("region", { name }).getByRole("listitem").first(),
  ).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Sulge eelvaade" }).click();
  await publish(page);
  const reader = await visitor(browser, page);
  const shown = reader.getByRole("region", { name }).getByRole("listitem").getByRole("heading");
  await expect(shown).toHaveText((await books("category=luule&sort=newest")).slice(0, 2));
  await expectSound(reader);

  for (const [rule, sort] of [
    ["Uuemad", "newest"],
    ["Enim kuulatud", "popular"],
  ] as const) {
    await page.getByRole("radio", { name: rule }).check();
    await page.getByLabel("Raamatute arv").fill("5");
    await publish(page);
    await reader.reload();
    await expect(shown).toHaveText((await books(`sort=${sort}`)).slice(0, 5));
  }
  await takeDown(page);
  await reader.context().close();
});

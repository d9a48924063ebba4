// The order of the sliders on the home page and of the pages in the footer, which other journeys use too.
import type { Browser, Page } from "@playwright/test";
import { deskOf, enter, expectSound } from "../desk.ts";
import { expect, test } from "../store.ts";

type Item = { id: string; kind: string };

/** Returns the titles in the order of the public API. */
async function titles(page: Page, kind: "slider" | "page"): Promise<string[]> {
  if (kind === "slider") {
    const { sliders } = await (await page.request.get("/api/home")).json();
    return (sliders as { label: string }[]).map(({ label }) => label);
  }
  const { pages } = await (await page.request.get("/api/footer")).json();
  return (pages as { title: string }[]).map(({ title }) => title);
}

/** Returns the names that are on the home page, from the top. */
async function seen(browser: Browser, page: Page, names: string[]): Promise<string[]> {
  const context = await browser.newContext({
    baseURL: new URL("/", page.url()).href,
    viewport: page.viewportSize(),
  });
  const visitor = await context.newPage();
  await visitor.goto("/");
  const texts = await visitor.locator("main h2, footer a").allTextContents();
  await context.close();
  return texts.map((text) => text.trim()).filter((text) => names.includes(text));
}

for (const [kind, link, title] of [
  ["slider", "Muuda ridade järjekorda", "Raamaturidade järjekord"],
  ["page", "Muuda lehtede järjekorda", "Lehtede järjekord"],
] as const) {
  test(`${kind}s are put in another order, by keyboard and by mouse`, async ({ page, browser }) => {
    const desk = await deskOf(page.request);
    const items = await desk.read<Item[]>("/items");
    const ids = items.filter((item) => item.kind === kind).map(({ id }) => id);
    const before = await titles(page, kind);
    const [first = "", second = "", ...rest] = before;
    await enter(page);
    await page.getByRole("link", { name: link }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expectSound(page);
    const rows = page.locator("main ol > li");
    const at = async (name: string) =>
      (await rows.allTextContents()).findIndex((text) => text.includes(name));
    try {
      const down = page.getByRole("button", { name: `Liiguta tahapoole: ${first}` });
      await down.focus();
      // The list may contain other pages in between, which the footer does not show.
      while ((await at(first)) < (await at(second))) {
        await page.keyboard.press("Enter");
        await expect(down).toBeFocused();
      }
      await expect(page.getByText(new RegExp(`^${first} on nüüd \\d+\\. kohal`))).toBeAttached();
      await expect.poll(() => titles(page, kind)).toEqual([second, first, ...rest]);
      expect(await seen(browser, page, before)).toEqual([second, first, ...rest]);

      const grip = rows.nth(await at(first)).locator(".desk-grip");
      const target = rows.nth(await at(second));
      await grip.dragTo(target, { targetPosition: { x: 40, y: 4 } });
      await expect.poll(() => titles(page, kind)).toEqual(before);
      await page.reload();
      await expect(rows.first()).toBeVisible();
      expect(await at(first)).toBeLessThan(await at(second));
    } finally {
      const restored = await desk.put(`/order/${kind}`, { ids });
      expect(restored.ok()).toBe(true);
    }
  });
}

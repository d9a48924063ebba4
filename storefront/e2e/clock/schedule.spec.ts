// A scheduled page is published and taken down at its minute, as a visitor sees it.
import type { APIRequestContext, Page } from "@playwright/test";
import { advanceTo, storeTime } from "../clock.ts";
import {
  conflictOn,
  enter,
  expectSaved,
  expectSound,
  goTo,
  openOwnPage,
  writeAtEnd,
} from "../desk.ts";
import { expect, notice, test } from "../store.ts";

const MINUTE_MS = 60_000;

/** The full minute that is so many minutes after the next one. */
const minuteAfter = (now: Date, minutes: number) =>
  new Date((Math.ceil(now.getTime() / MINUTE_MS) + minutes) * MINUTE_MS);

const secondsBefore = (moment: Date, seconds: number) =>
  new Date(moment.getTime() - seconds * 1000);

/** The value of a date field and the text of the schedule, in Estonian time. */
function inTallinn(moment: Date) {
  const written = new Intl.DateTimeFormat("sv", {
    timeZone: "Europe/Tallinn",
    dateStyle: "short",
    timeStyle: "short",
  }).format(moment);
  return { field: written.replace(" ", "T"), time: written.split(" ")[1] ?? "" };
}

async function sitemap(request: APIRequestContext): Promise<string> {
  return (await request.get("/sitemaps/1.xml")).text();
}

/** The page's status in the desk's list. */
async function expectListed(page: Page, title: string, status: string): Promise<void> {
  await goTo(page, "Tekstid");
  await page.getByLabel("Otsi pealkirja või tunnuse järgi").fill(title);
  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: title });
  await expect(row).toContainText(status);
  await expectSound(page);
}

test("a page is published and taken down at its scheduled minutes", async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  test.setTimeout(120_000);
  await enter(page);
  const { id, identifier, title } = await openOwnPage(page, "<p>Tuli omal ajal.</p>");
  await page.getByLabel("Näita lehte poe jaluses").check();
  const begins = minuteAfter(await storeTime(request), 10);
  const ends = minuteAfter(begins, 30);
  const plan = page.locator("details", { hasText: "Ajastamine" });
  await plan.getByText("Ajastamine", { exact: true }).click();
  await plan.getByLabel("Avaldamise aeg").fill(inTallinn(begins).field);
  await plan.getByLabel("Avaldamise lõpp").fill(inTallinn(ends).field);
  await plan.getByRole("button", { name: "Ajasta", exact: true }).click();
  await expect(notice(page, "Ajastatud.")).toBeVisible();
  await expectSound(page);

  const context = await browser.newContext({ baseURL, viewport: page.viewportSize() });
  const visitor = await context.newPage();
  const footer = visitor.getByRole("contentinfo").getByRole("link", { name: title });
  const lookFor = async (isThere: boolean) => {
    // The store refreshes shortly after the job is done.
    const status = async () => (await request.get(`/${identifier}`)).status();
    await expect.poll(status).toBe(isThere ? 200 : 404);
    await visitor.goto("/abi");
    await expect(visitor.locator("#root")).not.toHaveAttribute("inert");
    await expect(footer).toHaveCount(isThere ? 1 : 0);
    expect((await sitemap(request)).includes(`/${identifier}<`)).toBe(isThere);
    expect((await request.get(`/api/pages/${identifier}`)).status()).toBe(isThere ? 200 : 404);
  };
  await advanceTo(request, secondsBefore(begins, 30));
  await lookFor(false);
  await advanceTo(request, begins);
  await lookFor(true);
  await footer.click();
  await expect(visitor).toHaveURL(new RegExp(`/${identifier}$`));
  await expect(visitor.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(visitor.getByText("Tuli omal ajal.")).toBeVisible();
  await expectSound(visitor);

  // An editor who had it open continues without a conflict with the schedule.
  await writeAtEnd(page, "Pärast avaldamist.");
  await expectSaved(page);
  await expect(conflictOn(page)).toHaveCount(0);
  await expect(page.getByText("Muudatused avaldamata")).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText("Pärast avaldamist.")).toHaveCount(0);
  await goTo(page, "Ajakava");
  const rows = page.getByRole("main").getByRole("listitem").filter({ hasText: title });
  await expect(rows).toHaveText([new RegExp(`${inTallinn(ends).time}.*Võetakse maha`)]);
  await expectSound(page);

  await advanceTo(request, secondsBefore(ends, 30));
  await lookFor(true);
  await advanceTo(request, ends);
  await lookFor(false);
  await goTo(page, "Tekstid");
  await goTo(page, "Ajakava");
  await expect(rows).toHaveCount(0);
  await expectListed(page, title, "Mustand");
  await page.goto(`/toimetus/sisu/${id}`);
  await expect(page.getByText("Lugejad seda ei näe.")).toBeVisible();
  await context.close();
});

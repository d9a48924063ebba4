// Listening with real sound: resuming, chapters, keys, the quota, the network, and the sample.
import type { Browser, Page } from "@playwright/test";
import {
  bar,
  chooseChapter,
  enter,
  FREE_BOOK,
  heard,
  isNarrow,
  type Listener,
  listen,
  newListener,
  openPlayer,
  pause,
  place,
  play,
  startPlaying,
} from "../listener.ts";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  PASSWORD,
  pricedBooks,
  test,
} from "../store.ts";

/** Seconds of difference that a listener does not notice after resuming. */
const NEAR_S = 5;

async function otherBrowser(browser: Browser, page: Page, listener: Listener) {
  const context = await browser.newContext({ viewport: page.viewportSize() });
  await enter(context, listener);
  return context.newPage();
}

test("a reload, a second browser and a closed tab resume at the same place", async ({
  page,
  context,
  browser,
  request,
  allowed,
}) => {
  // The first browser's save may come after the second's.
  allowed.push(409);
  const listener = await newListener(request);
  await enter(context, listener);
  await openPlayer(page, listener);
  await startPlaying(page);
  await bar(page).fill("12");
  await expect.poll(() => place(page)).toBeGreaterThan(15);

  const beforeReload = await place(page);
  await page.reload();
  await expect(bar(page)).toBeVisible();
  await expect.poll(() => place(page)).toBeGreaterThan(0);
  expect(Math.abs((await place(page)) - beforeReload)).toBeLessThanOrEqual(NEAR_S);

  await startPlaying(page);
  await page.waitForTimeout(1000);
  const second = await otherBrowser(browser, page, listener);
  await openPlayer(second, listener);
  await expect.poll(() => place(second)).toBeGreaterThan(0);
  expect(Math.abs((await place(second)) - (await place(page)))).toBeLessThanOrEqual(NEAR_S);
  await second.context().close();

  const beforeClosing = await place(page);
  await page.close({ runBeforeUnload: true });
  const third = await otherBrowser(browser, second, listener);
  await openPlayer(third, listener);
  await expect.poll(() => place(third)).toBeGreaterThan(0);
  expect(Math.abs((await place(third)) - beforeClosing)).toBeLessThanOrEqual(NEAR_S);
  await third.context().close();
});

test("the next chapter starts at the same speed, and listening is reported", async ({
  page,
  context,
  request,
}) => {
  const listener = await newListener(request);
  await enter(context, listener);
  const reports: { playbackSpeed: number; startedAtEpoch: number; endedAtEpoch: number }[] = [];
  page.on("request", (sent) => {
    if (sent.url().endsWith("/api/reading") && sent.method() === "POST") {
      reports.push(sent.postDataJSON());
    }
  });
  await openPlayer(page, listener);
  await startPlaying(page);
  for (let i = 0; i < 5; i++) await page.keyboard.press(">");
  await expect(page.getByText("1,5×").first()).toBeVisible();
  const length = Number(await bar(page).getAttribute("max"));
  await bar(page).fill(String(length - 5));
  await expect.poll(() => place(page)).toBeGreaterThanOrEqual(length - 5);
  await listen(page);
  await expect(page.getByText("Peatükk 2 / 3")).toBeVisible({ timeout: 15_000 });
  await expect.poll(() => place(page)).toBeGreaterThan(1);
  const { quietest, rate } = await heard(page);
  expect(rate).toBeCloseTo(1.5, 5);
  expect(quietest).toBeLessThan(1000);
  await pause(page).click();
  await expect.poll(() => reports.at(-1)?.playbackSpeed).toBe(1.5);
  for (const report of reports) {
    expect(report.endedAtEpoch - report.startedAtEpoch).toBeGreaterThan(1);
  }
});

test("keys control the player", async ({ page, context, request }) => {
  const listener = await newListener(request);
  await enter(context, listener);
  await openPlayer(page, listener);
  await startPlaying(page);
  await page.keyboard.press("k");
  await expect(play(page)).toBeVisible();
  const before = await place(page);
  await page.keyboard.press("l");
  await expect.poll(() => place(page)).toBe(before + 30);
  await page.keyboard.press("j");
  await expect.poll(() => place(page)).toBe(before + 15);
  await bar(page).focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => place(page)).toBe(before + 20);
  await page.keyboard.press("Space");
  await expect(pause(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/\/kuula\//);
});

test("settings, chapters and closing", async ({ page, context, request }) => {
  const listener = await newListener(request);
  await enter(context, listener);
  await page.goto("/");
  await page.getByRole("link", { name: `Kuula: ${FREE_BOOK.title}` }).click();
  await expect(play(page).or(pause(page))).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  if (isNarrow(page)) {
    await page.getByRole("button", { name: /^Seaded/ }).click();
    await expect(page.getByRole("dialog", { name: "Seaded" })).toBeVisible();
    await expectAccessible(page);
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("button", { name: "Peatükid" }).click();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/\/kuula\//);
  }
  await chooseChapter(page, 3);
  await expect(page.getByText("Peatükk 3 / 3")).toBeVisible();
  await page.getByRole("button", { name: /^Tagasi: 1\. peatükk/ }).click();
  await expect(page.getByText("Peatükk 1 / 3")).toBeVisible();
  await page.getByRole("button", { name: "Eelmine peatükk" }).click();
  await expect(page.getByText("Peatükk 1 / 3")).toBeVisible();
  await page.getByRole("button", { name: "Sulge pleier" }).click();
  await expect(page).not.toHaveURL(/\/kuula\//);
  await expect(page.getByRole("heading", { name: "Minu raamatud" })).toBeVisible();
});

test("a full quota opens a dialog with three choices", async ({
  page,
  context,
  request,
  allowed,
}) => {
  allowed.push(402);
  const listener = await newListener(request);
  await enter(context, listener);
  await page.route("**/files", (route) =>
    route.fulfill({
      status: 402,
      contentType: "application/problem+json",
      json: { type: "/problems/quota-full", title: "", status: 402, code: "quota-full" },
    }),
  );
  await page.goto("/");
  await page.getByRole("link", { name: `Kuula: ${FREE_BOOK.title}` }).click();
  const dialog = page.getByRole("dialog", { name: "Paketi maht on täis" });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await expect(dialog.getByRole("button", { name: "Liitun piiramatu paketiga" })).toBeVisible();
  await dialog.getByRole("button", { name: "Sulge" }).last().click();
  await expect(page.getByRole("heading", { name: "Minu raamatud" })).toBeVisible();
  // A free book is never refused or sold, so the cart is reached from a priced one.
  const [priced] = await pricedBooks(request);
  if (!priced) throw new Error("no priced book");
  await page.goto(`/kuula/${priced.id}`);
  await dialog.getByRole("button", { name: "Lisan raamatu ostukorvi" }).click();
  await expect(page).toHaveURL(/\/ostukorv$/);
  await expect(page.getByText(priced.title).first()).toBeVisible();
});

test("a visitor goes to the login and back to the book", async ({ page, request }) => {
  const { bookId, user } = await newListener(request);
  await page.goto(`/kuula/${bookId}`);
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel("Meiliaadress").fill(String(user.email));
  await page.getByLabel("Parool", { exact: true }).fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Logi sisse" }).click();
  await expect(page).toHaveURL(new RegExp(`/kuula/${bookId}$`));
  await expect(play(page).or(pause(page))).toBeVisible();
});

test("the player resumes after a lost network", async ({ page, browser, request, allowed }) => {
  allowed.push("net::ERR_");
  const listener = await newListener(request);
  const other = await otherBrowser(browser, page, listener);
  await openPlayer(other, listener);
  await startPlaying(other);
  await other.context().setOffline(true);
  await chooseChapter(other, 3);
  await expect(other.getByText(/^Võrguühendus puudub/)).toBeVisible();
  await other.context().setOffline(false);
  await expect(other.getByText("Peatükk 3 / 3")).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => place(other), { timeout: 20_000 }).toBeGreaterThan(0);
  await other.context().close();
});

test("a visitor plays a sample; a broken one is reported", async ({ page, allowed }) => {
  allowed.push(404);
  await page.goto(`/raamatud/${FREE_BOOK.slug}`);
  const button = page.getByRole("button", { name: "Kuula näidisklippi" });
  const seek = page.getByRole("slider", { name: "Näidisklipi asukoht" });
  expect(Number(await seek.getAttribute("max"))).toBeLessThanOrEqual(600);
  await button.click();
  await expect.poll(async () => Number(await seek.inputValue())).toBeGreaterThan(0);
  await seek.fill("10");
  await expect.poll(async () => Number(await seek.inputValue())).toBeGreaterThan(10);
  await page.getByRole("button", { name: "Peata näidisklipp" }).click();
  await expect(button).toBeVisible();

  await page.route("**/media/samples/**", (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await button.click();
  await expect(page.getByRole("region", { name: "Teated" })).toContainText("Audio faili viga");
  await expect(button).toBeVisible();
});

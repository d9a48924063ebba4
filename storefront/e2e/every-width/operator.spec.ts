// The admins' screens: a person's money and access, incidents, codes, reports, and that editors get none of it.
import { readFile } from "node:fs/promises";
import type { APIRequestContext, Page } from "@playwright/test";
import { ADMIN, enter, expectSound, logInAt, stamp } from "../desk.ts";
import { type Account, expect, newAccount, notice, pricedBooks, test } from "../store.ts";

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name });

/** Opens a screen of the admins, after a login. */
async function openAsAdmin(page: Page, path: string, title: string | RegExp): Promise<void> {
  await page.goto(`/toimetus/haldus${path}`);
  await logInAt(page, ADMIN);
  await expect(heading(page, title)).toBeVisible();
}

/** Goes to another screen by the menu. */
async function goTo(page: Page, name: string): Promise<void> {
  const menu = page.getByRole("navigation", { name: "Halduse menüü" });
  await menu.getByRole("link", { name, exact: true }).click();
  await expect(heading(page, name)).toBeVisible();
}

type Bought = { account: Account; number: string; title: string };

/** A new listener who has paid for a book. */
async function buy(request: APIRequestContext): Promise<Bought> {
  const account = await newAccount(request);
  const headers = { "Api-Token": account.token };
  const [book] = await pricedBooks(request);
  if (!book) throw new Error("a priced book is needed");
  const ordered = await request.post("/api/checkout-cart", {
    headers,
    data: { books: [book.id], immediateAccessConsent: false },
  });
  const { orderNumber, transactionId } = (await ordered.json()) as Record<string, string>;
  await request.post(`/_sandbox/pay/${transactionId}`, {
    form: { action: "pay" },
    maxRedirects: 0,
  });
  const orders = async () => (await request.get("/api/orders", { headers })).text();
  await expect.poll(orders).toContain('"status":"paid"');
  return { account, number: orderNumber ?? "", title: book.title };
}

const dialog = (page: Page) => page.getByRole("dialog");

/** Presses the button that opens a dialog, and then the one that sends it. */
async function carryOut(page: Page, button: string | RegExp, submit: string | RegExp) {
  await page.getByRole("button", { name: button }).click();
  await dialog(page).getByRole("button", { name: submit }).click();
}

/** Presses "Laadi alla CSV". */
async function downloadCsv(page: Page): Promise<{ name: string; text: string }> {
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Laadi alla CSV" }).click();
  const download = await coming;
  return {
    name: download.suggestedFilename(),
    text: await readFile(await download.path(), "utf8"),
  };
}

test("an admin refunds a book of a person, extends the subscription and takes it back", async ({
  page,
  request,
}) => {
  const { account, number, title } = await buy(request);
  await openAsAdmin(page, "/inimesed", "Inimesed");
  await page.getByLabel("Otsi inimest").fill(number);
  await expect(page.getByText(`Vaste: ${number}`)).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: account.email }).click();
  await expect(heading(page, "Mari Maasikas")).toBeVisible();

  await page.getByRole("button", { name: `Tagasta raha: ${title}` }).click();
  await expectSound(page);
  await dialog(page).getByRole("button", { name: "Tagasta raha" }).click();
  await expect(notice(page, /^Tagasimakse .+ on saadetud\.$/)).toBeVisible();
  await expect(page.getByText(/tagastatud, ei ole raamaturiiulis/)).toBeVisible();
  await expect(page.getByText(`Raamat „${title}“ eemaldati raamaturiiulist.`)).toBeVisible();
  const library = await request.get("/api/library", { headers: { "Api-Token": account.token } });
  expect(await library.text()).not.toContain(title);

  await carryOut(page, "Anna kuid", "Anna kuud");
  await expect(notice(page, "Pakett on muudetud.")).toBeVisible();
  await carryOut(page, "Pikenda päevade kaupa", "Pikenda");
  await expect(page.getByText("Haldur muutis paketti: pikendus, 3 päeva.")).toBeVisible();
  await expect(page.getByText("Perioodid (2)")).toBeVisible();
  await expectSound(page);
  await carryOut(page, "Võta tagasi", "Võta tagasi");
  await expect(notice(page, "Muudatus on tagasi võetud.")).toBeVisible();
  await expect(page.getByText("Perioodid (1)")).toBeVisible();
});

test("an admin resolves an incident by its proposal", async ({ page, request }) => {
  const { account, number } = await buy(request);
  const withdrawn = await request.post("/api/withdrawals", {
    data: { name: "Mari Maasikas", number, email: account.email },
  });
  expect(withdrawn.ok()).toBe(true);
  await openAsAdmin(page, "", "Vaja otsust");
  const incident = page.getByRole("article").filter({ hasText: account.email });
  await expect(incident.getByRole("heading", { name: "Ostust taganetud" })).toBeVisible();
  await incident.getByRole("button", { name: /^Tagasta / }).click();
  await expectSound(page);
  await dialog(page)
    .getByRole("button", { name: /^Tagasta / })
    .click();
  await expect(notice(page, "Lahendatud.")).toBeVisible();
  await expect(incident).toHaveCount(0);
  await page.getByRole("link", { name: "Lahendatud", exact: true }).click();
  await expect(incident).toHaveCount(1);
});

test("an admin makes gift cards and a code, and downloads them and the reports", async ({
  page,
}) => {
  await openAsAdmin(page, "/kinkekaardid", "Kinkekaardid");
  await page.getByRole("link", { name: "Loo kinkekaarte" }).click();
  await page.getByLabel("Mitu kaarti").fill("2");
  await page.getByLabel("Märkus").fill(`Proov ${stamp()}`);
  await expectSound(page);
  await page.getByRole("button", { name: "Loo kaardid" }).click();
  await expect(page.getByRole("heading", { name: "2 kinkekaarti on loodud" })).toBeFocused();
  await expectSound(page);
  const codes = await page
    .getByRole("list", { name: "Koodid" })
    .getByRole("listitem")
    .allTextContents();
  const { name, text } = await downloadCsv(page);
  expect(name).toBe("kinkekaardid.csv");
  for (const code of codes) expect(text).toContain(code);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".op-print__card")).toHaveCount(2);
  await expect(page.locator(".op-print__card").first()).toBeVisible();
  await expect(page.locator(".desk-header")).toBeHidden();
  await page.emulateMedia({ media: null });

  await page.getByRole("link", { name: "Sooduskoodid" }).click();
  await dialog(page).getByRole("button", { name: "Koodid on alles, lahku" }).click();
  await expect(heading(page, "Sooduskoodid")).toBeVisible();
  const code = `PROOV${stamp()}`.toUpperCase();
  await page.getByRole("link", { name: "Loo sooduskood" }).click();
  await page.getByLabel("Kood", { exact: true }).fill(code);
  await expectSound(page);
  await page.getByRole("button", { name: "Loo", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Sooduskood on loodud" })).toBeVisible();
  await page.getByRole("link", { name: "Kõik sooduskoodid" }).click();
  await page.getByRole("link", { name: `Kasutused: ${code}: 0` }).click();
  await expect(heading(page, `Kasutused: ${code}`)).toBeVisible();
  await expectSound(page);

  await goTo(page, "Aruanded");
  expect((await downloadCsv(page)).name).toMatch(/^muuk-\d{4}/);
  const listening = page.getByRole("link", { name: "Kuulamine" });
  await listening.click();
  await expect(listening).toHaveAttribute("aria-current", "page");
  await expectSound(page);
  expect((await downloadCsv(page)).name).toMatch(/^kuulamine-\d{4}/);
});

test("the lists of sales are accessible", async ({ page }) => {
  await openAsAdmin(page, "/tellimused", "Tellimused");
  await expectSound(page);
  for (const name of ["Maksed", "Tellijad", "Tagasimaksed"]) {
    await goTo(page, name);
    await expectSound(page);
  }
});

test("the reports and the lists of codes and jobs are accessible", async ({ page }) => {
  await openAsAdmin(page, "/aruanded", "Aruanded");
  await expectSound(page);
  for (const name of ["Kinkekaardid", "Sooduskoodid", "Taustatööd"]) {
    await goTo(page, name);
    await expectSound(page);
  }
  // No job may wait at this moment.
  const all = page.getByRole("link", { name: "Kõik", exact: true });
  await all.click();
  await expect(all).toHaveAttribute("aria-current", "true");
  await expectSound(page);
});

test("an editor sees no entry, gets no screen and loads nothing of it", async ({ page }) => {
  const loaded: string[] = [];
  page.on("request", (request) => {
    if (/\/api\/admin\/|\/assets\/operator/.test(request.url())) loaded.push(request.url());
  });
  await enter(page);
  const menu = page.getByRole("navigation", { name: "Toimetuse menüü" });
  await expect(menu.getByRole("link", { name: "Haldus" })).toHaveCount(0);
  for (const path of ["", "/inimesed", "/aruanded"]) {
    await page.goto(`/toimetus/haldus${path}`);
    await expect(heading(page, "See osa on halduritele")).toBeVisible();
  }
  await expectSound(page);
  expect(loaded).toEqual([]);
});

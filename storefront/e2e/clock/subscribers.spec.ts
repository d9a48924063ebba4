// Months of a subscription, as the subscriber sees them. They move the shared clock and make the
// bank simulator decline, so they run last and one after the other.
import type { APIRequestContext, Page } from "@playwright/test";
import { advance } from "../clock.ts";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  linkIn,
  logIn,
  mailTo,
  newAccount,
  orderByCard,
  test,
} from "../store.ts";

test.describe.configure({ mode: "serial" });

const DAY = 24 * 3600;

async function decline(request: APIRequestContext, charges: number): Promise<void> {
  const set = await request.post("/_sandbox/makecommerce/switches", {
    data: { declines: charges },
  });
  expect(set.ok()).toBe(true);
}

test.afterEach(async ({ request }) => decline(request, 0));

async function approve(page: Page): Promise<void> {
  const card = page.frameLocator('iframe[title="Kaardimakse vorm"]');
  await card.getByRole("checkbox").check();
  await card.getByRole("button", { name: "Kinnita makse", exact: true }).click();
}

const status = (page: Page) =>
  page.locator("dt", { hasText: "Paketi staatus" }).locator("xpath=following-sibling::dd");

test("a declined renewal is fixed with another card", async ({ page, request }) => {
  const account = await newAccount(request);
  await logIn(page, account);
  await page.goto("/kaardimakse/checkout-subscription/web?pakett=20H_LIMITED");
  await orderByCard(page);
  await approve(page);
  await expect(page).toHaveURL(/\/paketimakse-sooritatud$/);

  // Moving the clock charges the renewals of all journeys.
  await decline(request, 200);
  await advance(request, 31 * DAY + 60);
  await decline(request, 0);
  const email = await mailTo(request, account.email, /Paketi tasu maksmine ei õnnestunud/);
  await page.goto("/konto");
  await expect(page.getByText("Viimane paketimakse ebaõnnestus")).toBeVisible();
  await expect(status(page)).toHaveText("Aktiivne");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.goto("/paketivahetus/web");
  await expect(page.getByText("Viimane paketimakse ebaõnnestus")).toBeVisible();
  await expectAccessible(page);

  await page.goto(linkIn(email, "/kaardimakse/change-card-details"));
  await approve(page);
  await expect(page.getByText("Kaardiandmed uuendatud.")).toBeVisible();
  await mailTo(request, account.email, /Kviitung makse/);
  await expect(async () => {
    await page.goto("/konto");
    await expect(page.getByText("Viimane paketimakse ebaõnnestus")).toHaveCount(0);
    await expect(page.getByText("Kuutasu")).toBeVisible();
  }).toPass();
  await expect(status(page)).toHaveText("Aktiivne");
});

test("a declined upgrade changes nothing, and says so", async ({ page, request, allowed }) => {
  allowed.push(402);
  await logIn(page, await newAccount(request));
  await page.goto("/kaardimakse/checkout-subscription/web?pakett=20H_LIMITED");
  await orderByCard(page);
  await approve(page);
  await expect(page).toHaveURL(/\/paketimakse-sooritatud$/);
  await decline(request, 1);
  await page.goto("/paketivahetus/web");
  await page.getByRole("button", { name: "Liitun piiramatu paketiga" }).click();
  await page.getByRole("button", { name: "Kinnita" }).click();
  await expect(
    page.getByText("Pank keeldus maksest. Sinu pakett jäi samaks ja midagi maha ei võetud."),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Liitun piiramatu paketiga" }).click();
  await page.getByRole("button", { name: "Kinnita" }).click();
  await expect(page.getByText("Sul on nüüd piiramatu pakett. Head kuulamist!")).toBeVisible();
});

test("an account with a used trial pays at once", async ({ page, request, allowed }) => {
  allowed.push(409);
  const account = await newAccount(request);
  await logIn(page, account);
  await page.goto("/kaardimakse/start-trial/web?pakett=UNLIMITED");
  await orderByCard(page);
  await approve(page);
  await expect(page).toHaveURL(/\/paketimakse-sooritatud$/);
  const stopped = await request.post("/api/unsubscribe", {
    headers: { "Api-Token": account.token },
  });
  expect(stopped.ok()).toBe(true);
  const later = await advance(request, 15 * DAY);
  await mailTo(request, account.email, /Sinu pakett on lõppenud/);
  await page.clock.setSystemTime(later);
  await page.goto("/konto");
  await expect(status(page)).toHaveText("Mitteaktiivne");
  await expectAccessible(page);
  await page.goto("/kaardimakse/start-trial/web?pakett=UNLIMITED");
  await expect(
    page.getByText("Oled tasuta prooviperioodi juba kasutanud. Paketiga saad liituda kohe."),
  ).toBeVisible();
  await expectAccessible(page);
});

// Gift cards and discount codes made by the operator, used in the browser.

import { operate } from "../operator.ts";
import { expect, expectAccessible, logIn, newAccount, notice, test } from "../store.ts";

const giftCard = (plan: "20H_LIMITED" | "UNLIMITED", months: number) =>
  operate("gift-cards", "create", "--plan", plan, "--months", String(months)).trim();

test("a gift card adds its months once", async ({ page, request, allowed }) => {
  allowed.push(401);
  const code = giftCard("UNLIMITED", 3);
  const account = await newAccount(request);
  await logIn(page, account);
  await page.goto("/kingitus");
  const field = page.getByLabel("Kinkekood");
  // As people type it: lower case, spaces.
  await field.fill(code.toLowerCase().replaceAll("-", " "));
  await page.getByRole("button", { name: "Aktiveeri" }).click();
  await expect(notice(page, "Kinkekaart on aktiveeritud")).toBeVisible();
  await expect(page.getByText(/^Sinu pakett kehtib nüüd kuni \d+\.\d+\.\d{4}\.$/)).toBeVisible();
  await expectAccessible(page);

  await field.fill(code);
  await page.getByRole("button", { name: "Aktiveeri" }).click();
  await expect(page.getByText("Kinkekaart on juba aktiveeritud")).toBeVisible();
  await expect(page, "a used card does not end the session").toHaveURL(/\/kingitus$/);

  await page.goto("/konto");
  await expect(page.getByText("Piiramatu pakett", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Sinu paketti ei pikendata automaatselt/)).toBeVisible();
  await expectAccessible(page);
});

test("a subscription code lowers the next payments", async ({ page, request }) => {
  const code = `SUVI${Date.now().toString(36)}`.toUpperCase();
  operate("discounts", "create", code, "--percent", "50", "--scope", "subscription");
  await logIn(page, await newAccount(request));
  await page.goto("/sooduskood");
  await page.getByLabel("Sooduskood").fill(code.toLowerCase());
  await page.getByRole("button", { name: "Aktiveeri" }).click();
  await expect(notice(page, "Sooduskood on aktiveeritud")).toBeVisible();
  await expect(page.getByText("Sinu pakett on nüüd 50% soodsam.")).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText("Sinu pakett on nüüd 50% soodsam.")).toBeVisible();
  await page.getByRole("link", { name: "Vali pakett" }).click();
  await expect(page.getByText("Sinu sooduskood annab paketilt −50%.")).toBeVisible();
  // Half of 6.99 is 3.495: half a cent is rounded up.
  await expect(page.getByText("3,50 €", { exact: true })).toBeVisible();
  await expectAccessible(page);
});

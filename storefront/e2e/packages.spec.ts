// A member's ways with packages through the simulator's card dialog: try, change, stop, resume, pay with a detour,
// cancel; and the codes.
import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logIn,
  mailTo,
  newAccount,
  notice,
  test,
} from "./store.ts";

const dialog = (page: Page) => page.frameLocator('iframe[title="Kaardimakse vorm"]');

async function agreeAnd(page: Page, button: string) {
  const consent = dialog(page).getByRole("checkbox");
  await expect(dialog(page).getByRole("button", { name: button, exact: true })).toBeVisible();
  if (await consent.isVisible()) await consent.check();
  await dialog(page).getByRole("button", { name: button, exact: true }).click();
}

test("a newcomer tries a package, changes it, stops it and goes on", async ({ page, request }) => {
  test.setTimeout(90_000);
  const account = await newAccount(request);
  await logIn(page, account);
  await page.goto("/paketiost");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("main").getByText("Proovi 2 nädalat tasuta").first().click();
  await agreeAnd(page, "Kinnita makse");
  await expect(page).toHaveURL(/\/paketimakse-sooritatud/);
  await expect(page.getByRole("main")).toContainText("Tasuta prooviperiood lõpeb");
  await expectAccessible(page);
  await mailTo(request, account.email, /prooviperiood algas/);

  await page.goto("/konto");
  const main = page.getByRole("main");
  await expect(main).toContainText("Prooviperiood");
  await expect(main).toContainText("/ 20t");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await main.getByRole("link", { name: "Vaheta paketti" }).click();
  await expect(page).toHaveURL(/\/paketivahetus\/web/);
  await expectAccessible(page);

  await page.goto("/konto");
  await main.getByRole("button", { name: "Lõpeta pakett" }).click();
  const ask = page.getByRole("dialog", { name: "Paketi lõpetamine" });
  await expect(ask).toContainText("Palun kinnitage, et soovite oma paketi lõpetada");
  await expectAccessible(page);
  await ask.getByRole("button", { name: "Kinnita" }).click();
  await expect(
    notice(page, /Teie pakett on lõpetatud\. Teenus jääb aktiivseks kuni/),
  ).toBeVisible();
  await mailTo(request, account.email, /pakett on lõpetatud/);
  await main.getByRole("button", { name: "Jätka paketti" }).click();
  await expect(main.getByRole("button", { name: "Lõpeta pakett" })).toBeVisible();
});

test("the bank's 3-D Secure page leads back to the thanks", async ({ page, request }) => {
  await logIn(page, await newAccount(request));
  await page.goto("/kaardimakse/checkout-subscription/web?pakett=UNLIMITED");
  await agreeAnd(page, "Kinnita 3-D Secure’iga");
  await page.getByRole("button", { name: "Kinnita", exact: true }).click();
  await expect(page).toHaveURL(/\/paketimakse-sooritatud/);
  await page.goto("/konto");
  await expect(page.getByRole("main")).toContainText("Aktiivne");
  await page.getByRole("link", { name: "Muuda kaardiandmeid" }).click();
  await agreeAnd(page, "Kinnita makse");
  await expect(page).toHaveURL(/\/card-change-complete/);
  await expect(page.getByRole("main")).toContainText("Kaardiandmed uuendatud.");
  await expectAccessible(page);
});

test("a cancelled and a declined card change nothing", async ({ page, request }) => {
  await logIn(page, await newAccount(request));
  await page.goto("/kaardimakse/start-trial/web?pakett=20H_LIMITED");
  await agreeAnd(page, "Keeldu");
  await expect(dialog(page).getByRole("status")).toContainText("Pank keeldus kaardist");
  await dialog(page).getByRole("button", { name: "Katkesta" }).click();
  await expect(dialog(page).getByRole("button", { name: "Katkesta" })).toHaveCount(0);
  await expect(page.getByRole("main")).toContainText(/katkesta/i);
  await expectAccessible(page);
  await page.goto("/konto");
  await expect(page.getByRole("main")).toContainText("Mitteaktiivne");
});

test.describe("codes that do not work", () => {
  test.use({ allowed: [404, 401] });

  test("say so", async ({ page, request }) => {
    await page.goto("/kingitus");
    await expect(
      page.getByText("Kinkekaardi aktiveerimiseks pead olema sisse logitud."),
    ).toBeVisible();
    await expectAccessible(page);
    await logIn(page, await newAccount(request));
    await page.goto("/kingitus");
    await page.getByRole("textbox", { name: "Kinkekood" }).fill("AAAA-BBBB-CCCC-DDDD");
    await page.getByRole("main").getByRole("button", { name: "Aktiveeri" }).click();
    await expect(page.getByText("Kinkekaarti ei leitud")).toBeVisible();
    await page.goto("/sooduskood");
    await expect(page.getByText("Aktiveeri paketi sooduskood")).toBeVisible();
    await page.getByRole("textbox", { name: "Sooduskood" }).fill("PUUDUB");
    await page.getByRole("main").getByRole("button", { name: "Aktiveeri" }).click();
    await expect(
      page.getByText("Sooduskoodi ei leitud või see ei ole enam aktiivne"),
    ).toBeVisible();
    await expectAccessible(page);
  });
});

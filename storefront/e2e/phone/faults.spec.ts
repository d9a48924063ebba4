// Messages for failures that no other journey causes: each call returns 500.
import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  logIn,
  newAccount,
  newAddress,
  notice,
  PASSWORD,
  test,
} from "../store.ts";

test.beforeEach(({ allowed }) => {
  allowed.push(500);
});

async function broken(page: Page, path: string): Promise<void> {
  await page.route(`**/api${path}`, (route) =>
    route.fulfill({
      status: 500,
      contentType: "application/problem+json",
      json: { type: "/problems/internal", title: "", status: 500, code: "internal" },
    }),
  );
}

test("registration fails for an unknown reason", async ({ page }) => {
  await broken(page, "/register");
  await page.goto("/registreerumine");
  await page.getByLabel("Eesnimi").fill("Mari");
  await page.getByLabel("Perekonnanimi").fill("Maasikas");
  await page.getByLabel("Meiliaadress").fill(newAddress());
  await page.getByLabel("Parool", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Korda parooli").fill(PASSWORD);
  await page.getByLabel(/Nõustun/).check();
  await page.getByRole("main").getByRole("button", { name: "Loo konto" }).click();
  await expect(
    notice(page, "Kasutaja registreerimine ebaõnnestus teadmata põhjusel."),
  ).toBeVisible();
  await expect(page.getByLabel("Eesnimi"), "what was typed stays").toHaveValue("Mari");
});

test("the email for a new password cannot be sent", async ({ page }) => {
  await broken(page, "/forgot-password");
  await page.goto("/unustasid-parooli");
  await page.getByLabel("Meiliaadress").fill("mari@naide.ee");
  await page.getByRole("main").getByRole("button").click();
  await expect(notice(page, "Parooli muutmise algatamine ebaõnnestus!")).toBeVisible();
});

test("gift cards and codes cannot be activated", async ({ page, request }) => {
  await broken(page, "/activate-gift-card");
  await broken(page, "/discounts/*/activate");
  await logIn(page, await newAccount(request));
  for (const [path, label, message] of [
    ["/kingitus", "Kinkekood", "Kinkekaardi aktiveerimine ebaõnnestus"],
    ["/sooduskood", "Sooduskood", "Sooduskoodi aktiveerimine ebaõnnestus"],
  ] as const) {
    await page.goto(path);
    await page.getByLabel(label).fill("KOOD");
    await page.getByRole("button", { name: "Aktiveeri" }).click();
    await expect(page.getByText(message)).toBeVisible();
    await expect(page.getByLabel(label)).toHaveValue("KOOD");
    await expectAccessible(page);
  }
});

test("the library cannot be loaded", async ({ page, request }) => {
  await logIn(page, await newAccount(request));
  await broken(page, "/library");
  await page.goto("/");
  await expect(page.getByText("Viga andmete laadimisel")).toBeVisible();
  await expectAccessible(page);
});

test("a staging store says so", async ({ page }) => {
  await page.route("**/raamatud", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll(
      '"environment":"development"',
      '"environment":"staging"',
    );
    await route.fulfill({ response: answer, body });
  });
  await page.goto("/raamatud");
  await expect(notice(page, "Tegemist on staging keskkonnaga!")).toBeVisible();
});

// The store inside its phone app, which identifies itself by cookie or user agent.
import {
  DEMO,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  linkIn,
  logIn,
  mailTo,
  newAccount,
  test,
} from "../store.ts";

test.beforeEach(async ({ context, baseURL }) => {
  await context.addCookies([{ name: "hr_platform", value: "app", url: baseURL ?? "" }]);
});

test("a visitor: the landing screen, and tabs instead of the menu", async ({ page }) => {
  await page.goto("/");
  await expect(
    page.getByRole("heading", { level: 1, name: "Eesti audioraamatud sinu taskus" }),
  ).toBeVisible();
  const tabs = page.getByRole("navigation", { name: "Rakenduse menüü" });
  await expect(tabs.getByRole("link")).toHaveText(["Raamaturiiul", "Raamatud", "Profiil"]);
  await expect(page.getByRole("banner")).toHaveCount(0);
  await expect(page.getByRole("contentinfo")).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await tabs.getByRole("link", { name: "Raamatud" }).click();
  await expect(page).toHaveURL(/\/raamatud$/);
  await tabs.getByRole("link", { name: "Profiil" }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test("a confirmed account with a subscription: the library", async ({ page }) => {
  await logIn(page, DEMO.listener);
  await expect(page.getByRole("heading", { level: 1, name: "Minu raamatud" })).toBeVisible();
  await expectAccessible(page);
  const profile = page.getByRole("link", { name: "Profiil" });
  await profile.click();
  await expect(page).toHaveURL(/\/konto$/);
  await expect(profile).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("link", { name: "Ostukorv (0)" })).toBeVisible();
  await expectAccessible(page);
});

test("an unconfirmed account: the waiting screen, which moves on by itself", async ({
  page,
  request,
}) => {
  const account = await newAccount(request, { verified: false });
  await logIn(page, account);
  await expect(
    page.getByRole("heading", { level: 1, name: "Kinnita oma meiliaadress" }),
  ).toBeVisible();
  await expectAccessible(page);
  const link = linkIn(await mailTo(request, account.email), "/verify-email");
  const token = new URL(link, "http://store.invalid").searchParams.get("token");
  await request.post("/api/verify", { data: { token } });
  await expect(page.getByRole("heading", { level: 1, name: "Vali, mida kuulata" })).toBeVisible();
  await expectAccessible(page);
});

test("the user agent identifies the app too", async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    userAgent: "Mozilla/5.0 (iPhone) HeliriiulApp/1.0",
    ...(baseURL && { baseURL }),
  });
  const page = await context.newPage();
  await page.goto("/");
  await expect(page.getByRole("navigation", { name: "Rakenduse menüü" })).toBeVisible();
  await context.close();
});

// Subscriptions: the trial, the first payment, every result of the card dialog, change of plan, stop, change of card.
import type { APIRequestContext, Page } from "@playwright/test";
import {
  type Account,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  linkIn,
  logIn,
  mailTo,
  newAccount,
  newAddress,
  notice,
  orderByCard,
  PASSWORD,
  test,
} from "../store.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
/** The card form of the simulator, in the dialog's frame. */
const card = (page: Page) => page.frameLocator('iframe[title="Kaardimakse vorm"]');
const inDialog = (page: Page, name: string) =>
  card(page).getByRole("button", { name, exact: true });
const fact = (page: Page, label: string) =>
  page.locator("dt", { hasText: label }).locator("xpath=following-sibling::dd");

async function consent(page: Page): Promise<void> {
  await card(page).getByRole("checkbox").check();
}

async function approve(page: Page): Promise<void> {
  await consent(page);
  await inDialog(page, "Kinnita makse").click();
}

/** Logged in, on the trial of `kind`. */
async function onTrial(
  page: Page,
  request: APIRequestContext,
  kind: "20H_LIMITED" | "UNLIMITED",
): Promise<Account> {
  const account = await newAccount(request);
  await logIn(page, account);
  await page.goto(`/kaardimakse/start-trial/web?pakett=${kind}`);
  await orderByCard(page);
  await approve(page);
  await expect(heading(page, "Pakett on aktiveeritud")).toBeVisible();
  return account;
}

test("from the choice of package by a new account to the trial", async ({ page, request }) => {
  test.setTimeout(120_000);
  const email = newAddress("proovija");
  await page.goto("/paketiost");
  await expect(heading(page, "Vali pakett")).toBeVisible();
  await expect(page.getByText("11,99 €", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("link", { name: "Proovi 2 nädalat tasuta: Piiramatu pakett" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole("main").getByRole("link", { name: "Loo konto" }).click();
  await page.getByLabel("Eesnimi").fill("Mari");
  await page.getByLabel("Perekonnanimi").fill("Maasikas");
  await page.getByLabel("Meiliaadress").fill(email);
  await page.getByLabel("Parool", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Korda parooli").fill(PASSWORD);
  await page.getByLabel(/Nõustun/).check();
  await page.getByRole("main").getByRole("button", { name: "Loo konto" }).click();
  await expect(notice(page, "Kasutaja registreerimine õnnestus.")).toBeVisible();

  const link = linkIn(await mailTo(request, email), "/verify-email");
  expect(link).toContain("trial=true");
  await page.goto(link);
  await expect(page).toHaveURL(/\/kaardimakse\/start-trial\/web\?pakett=UNLIMITED$/);
  await expectAccessible(page);
  await orderByCard(page);
  await expect(card(page).getByText("0,00")).toBeVisible();
  await expect(card(page).getByText(/11,99 eurot/)).toBeVisible();
  await approve(page);

  await expect(page).toHaveURL(/\/paketimakse-sooritatud$/);
  await expect(heading(page, "Pakett on aktiveeritud")).toBeVisible();
  await expect(page.getByText(/^Tasuta prooviperiood lõpeb/)).toContainText("11,99");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.goto("/konto");
  await expect(fact(page, "Paketi staatus")).toHaveText("Prooviperiood");
  await expect(fact(page, "Prooviperiood kestab kuni")).toBeVisible();
  await expect(fact(page, "Maksekaart kehtib kuni")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.goto("/paketiost");
  await expect(page.getByText("Sul on juba pakett")).toBeVisible();
  await expectAccessible(page);
});

test("a declined card, a cancelled dialog, and a payment after all", async ({ page, request }) => {
  await logIn(page, await newAccount(request));
  await page.goto("/kaardimakse/checkout-subscription/web?pakett=20H_LIMITED");
  await orderByCard(page);
  await consent(page);
  await inDialog(page, "Keeldu").click();
  await expect(card(page).getByText(/Pank keeldus kaardist/)).toBeVisible();
  await inDialog(page, "Katkesta").click();
  await expect(page.getByText("Makse katkestati. Kaardilt ei võetud midagi.")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Proovi uuesti" }).click();
  await orderByCard(page);
  await approve(page);
  await expect(page).toHaveURL(/\/paketimakse-sooritatud$/);
  await page.goto("/konto");
  await expect(fact(page, "Paketi staatus")).toHaveText("Aktiivne");
  await expect(page.getByText("Paketiga liitumine")).toBeVisible();
});

test("the Esc key cancels, and a reload under the dialog opens it again", async ({
  page,
  request,
}) => {
  await logIn(page, await newAccount(request));
  await page.goto("/kaardimakse/start-trial/web");
  await orderByCard(page);
  await expect(inDialog(page, "Katkesta")).toBeVisible();
  await page.reload();
  await orderByCard(page);
  await expect(inDialog(page, "Katkesta")).toBeVisible();
  await page.locator("dialog").press("Escape");
  await expect(page.getByText("Makse katkestati. Kaardilt ei võetud midagi.")).toBeVisible();
});

test("leaving the page takes the dialog with it", async ({ page, request }) => {
  await logIn(page, await newAccount(request));
  await page.goto("/paketiost");
  await page.getByRole("link", { name: "Proovi 2 nädalat tasuta: Paindlik pakett" }).click();
  await orderByCard(page);
  await expect(inDialog(page, "Katkesta")).toBeVisible();
  await page.goBack();
  await expect(heading(page, "Vali pakett")).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
});

test("3-D Secure leads by the bank to the thanks, and a refusal there back to the payment", async ({
  page,
  request,
}) => {
  await logIn(page, await newAccount(request));
  await page.goto("/kaardimakse/start-trial/web?pakett=UNLIMITED");
  await orderByCard(page);
  await consent(page);
  await inDialog(page, "Kinnita 3-D Secure’iga").click();
  await expect(page).toHaveURL(/\/_sandbox\/3ds\//);
  await page.locator('[name="action"][value="cancel"]').click();
  await expect(page.getByText("Makse katkestati. Kaardilt ei võetud midagi.")).toBeVisible();
  await page.getByRole("button", { name: "Proovi uuesti" }).click();
  await orderByCard(page);
  await consent(page);
  await inDialog(page, "Kinnita 3-D Secure’iga").click();
  await page.locator('[name="action"][value="approve"]').click();
  await expect(page).toHaveURL(/\/paketimakse-sooritatud$/);
  await expect(page.getByText(/^Tasuta prooviperiood lõpeb/)).toBeVisible();
});

test("from flexible to unlimited at once, and back from the next period", async ({
  page,
  request,
}) => {
  await logIn(page, await newAccount(request));
  await page.goto("/kaardimakse/checkout-subscription/web?pakett=20H_LIMITED");
  await orderByCard(page);
  await approve(page);
  await expect(page).toHaveURL(/\/paketimakse-sooritatud$/);
  await page.goto("/konto");
  await page.getByRole("link", { name: "Vaheta paketti" }).click();
  await expect(heading(page, "Paketi vahetamine")).toBeVisible();
  // The whole month remains, so the price is the full difference of the two plans.
  await expect(page.getByText("5,00 €")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Liitun piiramatu paketiga" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Kinnita" }).click();
  await expect(page.getByText("Sul on nüüd piiramatu pakett. Head kuulamist!")).toBeVisible();

  await page.getByRole("button", { name: "Vaheta paindliku paketi vastu" }).click();
  await expect(page.getByText(/^Vahetus on kirjas: Paindlik pakett/)).toBeVisible();
  await expectAccessible(page);
  await page.goto("/konto");
  await expect(fact(page, "Edasi")).toContainText("Paindlik pakett alates");
  await page.goto("/paketivahetus/web");
  await page.getByRole("button", { name: "Võta vahetus tagasi" }).click();
  await expect(page.getByText("Vahetus on tagasi võetud. Sinu pakett jääb samaks.")).toBeVisible();
});

test("the package is stopped and goes on again; the card is changed", async ({ page, request }) => {
  await onTrial(page, request, "20H_LIMITED");
  await page.goto("/konto");
  await page.getByRole("button", { name: "Lõpeta pakett" }).click();
  await expect(page.getByRole("dialog", { name: "Paketi lõpetamine" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Kinnita" }).click();
  await expect(
    notice(page, /^Teie pakett on lõpetatud\. Teenus jääb aktiivseks kuni \d+\.\d+\.\d{4}$/),
  ).toBeVisible();
  await expect(page.getByText(/^Sinu pakett on lõpetatud\. Kuulata saad kuni/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Jätka paketti" }).click();
  await expect(notice(page, "Sinu pakett jätkub.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Lõpeta pakett" })).toBeVisible();

  await page.getByRole("link", { name: "Muuda kaardiandmeid" }).click();
  await approve(page);
  await expect(page).toHaveURL(/\/card-change-complete$/);
  await expect(page.getByText("Kaardiandmed uuendatud.")).toBeVisible();
  await expectAccessible(page);
  // Another change is another payment.
  await page.goto("/kaardimakse/change-card-details/web");
  await expect(inDialog(page, "Kinnita makse")).toBeVisible();
});

test("a package that runs is not paid for again", async ({ page, request, allowed }) => {
  allowed.push(409);
  await onTrial(page, request, "UNLIMITED");
  await page.goto("/kaardimakse/start-trial/web?pakett=UNLIMITED");
  await expect(page.getByText("Sul on juba kehtiv pakett.")).toBeVisible();
  await expectAccessible(page);
});

test("the app's token pays without a session and stays out of the address", async ({
  page,
  request,
}) => {
  const { token } = await newAccount(request);
  await page.goto(`/kaardimakse/start-trial/${token}?pakett=UNLIMITED`);
  await orderByCard(page);
  await approve(page);
  await expect(page).toHaveURL(/\/paketimakse-sooritatud$/);
  await expect(
    notice(
      page,
      "Täname ostu eest, pakett on aktiveeritud. Kui soovid jätkata äpis, siis sulge veebilehitseja.",
    ),
  ).toBeVisible();
  await expect(page.getByText(/^Tasuta prooviperiood lõpeb/)).toBeVisible();
  await page.goto(`/paketivahetus/${token}`);
  await expect(heading(page, "Paketi vahetamine")).toBeVisible();
  expect(page.url()).not.toContain(token);
  expect(await page.evaluate(() => localStorage.getItem("heliriiul.token"))).toBeNull();
});

test("a visitor who wants to change a package comes to the choice of one", async ({ page }) => {
  await page.goto("/paketivahetus/web");
  await expect(page).toHaveURL(/\/paketiost$/);
  await expect(heading(page, "Vali pakett")).toBeVisible();
});

test("gift cards and codes are for those who are logged in; unknown ones are said to be so", async ({
  page,
  request,
  allowed,
}) => {
  allowed.push(404);
  for (const [path, label] of [
    ["/kingitus", "Kinkekood"],
    ["/sooduskood", "Sooduskood"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByLabel(label)).toBeDisabled();
    await expect(page.getByRole("button", { name: "Aktiveeri" })).toBeDisabled();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  await logIn(page, await newAccount(request));
  await page.goto("/kingitus");
  await page.getByLabel("Kinkekood").fill("ABCD EFGH JKMN PQRS");
  await page.getByRole("button", { name: "Aktiveeri" }).click();
  await expect(page.getByText("Kinkekaarti ei leitud")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/sooduskood");
  await page.getByLabel("Sooduskood").fill("POLEOLEMAS");
  await page.getByRole("button", { name: "Aktiveeri" }).click();
  await expect(page.getByText("Sooduskoodi ei leitud või see ei ole enam aktiivne")).toBeVisible();
  await expectAccessible(page);
});

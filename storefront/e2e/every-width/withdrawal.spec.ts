// The right of withdrawal: the consent before a payment, and the withdrawal with and without login.
import type { APIRequestContext, Page } from "@playwright/test";
import {
  type Account,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  linkIn,
  logIn,
  type Mail,
  mailTo,
  newAccount,
  orderByCard,
  pricedBooks,
  test,
} from "../store.ts";

const consent = (page: Page) => page.getByRole("checkbox", { name: /lõpeb minu 14-päevane/ });

/** Buys a book as a new listener; returns the receipt. */
async function buy(
  page: Page,
  request: APIRequestContext,
  agrees: boolean,
): Promise<{ account: Account; title: string; receipt: Mail }> {
  const account = await newAccount(request);
  const [book] = await pricedBooks(request);
  if (!book) throw new Error("a priced book is needed");
  await logIn(page, account);
  await page.goto(`/raamatud/${book.slug}`);
  await page
    .getByRole("button", { name: /Lisa ostukorvi/ })
    .first()
    .click();
  await page.getByRole("link", { name: "Vaata ostukorvi" }).click();
  await page.getByRole("link", { name: "Maksma" }).click();
  await expect(consent(page)).not.toBeChecked();
  await expect(page.getByRole("heading", { name: "Telli ja maksa" })).toBeVisible();
  await expect(page.getByText(/^Müüja: /)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  if (agrees) await consent(page).check();
  await page
    .getByRole("button", { name: /^Telli ja maksa: / })
    .first()
    .click();
  await page.locator('[name="action"][value="pay"]').click();
  await expect(
    page.getByText("Täname ostu eest, audioraamat lisatakse Sinu riiulile."),
  ).toBeVisible();
  const receipt = await mailTo(request, account.email, /Kviitung tellimuse/);
  return { account, title: book.title, receipt };
}

test("a buyer withdraws on the account page", async ({ page, request }) => {
  const { account, title } = await buy(page, request, false);
  await page.goto("/konto");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("link", { name: /^Taganen lepingust: H/ }).click();
  await expect(page.getByLabel("Meiliaadress")).toHaveValue(account.email);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Jätka" }).click();
  await expect(page.getByText(title, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Kinnitan taganemise" }).click();
  await expect(page.getByRole("heading", { name: "Taganemine on kinnitatud" })).toBeVisible();
  await expectAccessible(page);
  await mailTo(request, account.email, /^Taganemisavaldus H\d+ on kätte saadud/);
  await page.goto("/konto");
  await expect(page.getByText(/^Taganesid lepingust/)).toBeVisible();
});

test("a buyer withdraws without login, by the link of the receipt", async ({
  page,
  request,
  browser,
}) => {
  const { account, title, receipt } = await buy(page, request, false);
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(new URL(linkIn(receipt, "/taganemine"), page.url()).href);
  await visitor.getByLabel("Ees- ja perekonnanimi").fill("Mari Maasikas");
  await visitor.getByLabel("Meiliaadress").fill(account.email);
  await visitor.getByRole("button", { name: "Jätka" }).click();
  await expect(visitor.getByText(title, { exact: true })).toBeVisible();
  await visitor.getByRole("button", { name: "Kinnitan taganemise" }).click();
  await expect(visitor.getByRole("heading", { name: "Taganemine on kinnitatud" })).toBeVisible();
  await visitor.context().close();
});

test("who agreed to listen at once has no right of withdrawal", async ({
  page,
  request,
  allowed,
}) => {
  allowed.push(409);
  const { receipt } = await buy(page, request, true);
  expect(receipt.text).toContain("lõpeb sinu 14-päevane taganemisõigus");
  const number = /Tellimus: (H\d+)/.exec(receipt.text)?.[1] ?? "";
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Taganemine" }).click();
  await page.getByLabel("Tellimuse või makse number").fill(number);
  await page.getByRole("button", { name: "Jätka" }).click();
  await expect(page.getByRole("alert")).toContainText("lõpeb sinu taganemisõigus");
  await expectAccessible(page);
});

test("the consent is asked before the card's dialog opens", async ({ page, request }) => {
  const account = await newAccount(request);
  await logIn(page, account);
  await page.goto("/kaardimakse/start-trial/web?pakett=UNLIMITED");
  await expect(consent(page)).not.toBeChecked();
  await expect(page.getByText(/^Esimene kuutasu võetakse kaardilt/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await consent(page).check();
  await orderByCard(page);
  const card = page.frameLocator('iframe[title="Kaardimakse vorm"]');
  await card.getByRole("checkbox").check();
  await card.getByRole("button", { name: "Kinnita makse", exact: true }).click();
  await expect(page).toHaveURL(/\/paketimakse-sooritatud$/);
  const mail = await mailTo(request, account.email, /Sinu prooviperiood algas/);
  expect(mail.text).toContain("lõpeb sinu 14-päevane taganemisõigus");
});

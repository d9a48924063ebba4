// Buying: cart, discount code, the bank, and every return from it.
import type { APIRequestContext, Page } from "@playwright/test";
import {
  type Account,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logIn,
  mailTo,
  newAccount,
  notice,
  pricedBooks,
  test,
} from "../store.ts";

type Book = Awaited<ReturnType<typeof pricedBooks>>[number];

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** Logs in and adds `count` books to the cart on their pages. */
async function withCart(
  page: Page,
  request: APIRequestContext,
  count: number,
): Promise<{ account: Account; books: Book[] }> {
  const account = await newAccount(request);
  const books = (await pricedBooks(request)).slice(0, count);
  await logIn(page, account);
  for (const book of books) {
    await page.goto(`/raamatud/${book.slug}`);
    await page
      .getByRole("button", { name: /Lisa ostukorvi/ })
      .first()
      .click();
    await expect(page.getByText("Raamat ostukorvi lisatud")).toBeVisible();
  }
  await page.getByRole("link", { name: "Vaata ostukorvi" }).click();
  await expect(heading(page, "Ostukorv")).toBeVisible();
  for (const book of books) {
    await expect(page.getByText(`${book.author} - ${book.title}`)).toBeVisible();
  }
  return { account, books };
}

async function goToBank(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Maksma" }).click();
  await expect(heading(page, "Maksmine")).toBeVisible();
  await page
    .getByRole("button", { name: /^Telli ja maksa: / })
    .first()
    .click();
  await expect(page).toHaveURL(/\/_sandbox\/pay\//);
}

/** The buttons of the simulated bank. */
async function atBank(page: Page, answer: "pay" | "cancel" | "fail" | "expire"): Promise<void> {
  await page.locator(`[name="action"][value="${answer}"]`).click();
}

test("a book is bought: cart, bank, thanks, library, receipt, order", async ({ page, request }) => {
  const { account, books } = await withCart(page, request, 2);
  const [first, second] = books;
  if (!first || !second) throw new Error("two priced books are needed");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole("button", { name: `Eemalda ostukorvist: ${second.title}` }).click();
  await expect(page.getByText(`${second.author} - ${second.title}`)).toHaveCount(0);
  await page.getByRole("link", { name: "Maksma" }).click();
  await expect(heading(page, "Maksmine")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Telli ja maksa: / }).first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page
    .getByRole("button", { name: /^Telli ja maksa: / })
    .first()
    .click();
  await expect(page).toHaveURL(/\/_sandbox\/pay\//);
  await atBank(page, "pay");

  await expect(page).toHaveURL(/\/makse-sooritatud\?tellimus=/);
  await expect(
    page.getByText("Täname ostu eest, audioraamat lisatakse Sinu riiulile."),
  ).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("link", { name: "Minu raamatud" }).click();
  await expect(heading(page, "Minu raamatud")).toBeVisible();
  await expect(page.getByRole("link", { name: `Kuula: ${first.title}` })).toBeVisible();
  await expect(page.getByText("Ostetud raamat")).toBeVisible();

  await page.goto("/ostukorv");
  await expect(page.getByText("Ostukorv on tühi")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/konto");
  await expect(page.getByText("Makstud")).toBeVisible();
  await expect(page.getByText(`${first.author} - ${first.title}`)).toBeVisible();
  await expectAccessible(page);
  const receipt = await mailTo(request, account.email, new RegExp(first.title));
  expect(receipt.text).toContain(first.title);
});

for (const [answer, text] of [
  ["cancel", "Makse katkestati. Raamatud on ostukorvis alles."],
  ["fail", "Makse ebaõnnestus. Raamatud on ostukorvis alles, palun proovi uuesti."],
  ["expire", "Maksmise aeg sai läbi. Raamatud on ostukorvis alles."],
] as const) {
  test(`${answer} at the bank restores the cart, and it can still be paid`, async ({
    page,
    request,
  }) => {
    const { books } = await withCart(page, request, 2);
    await goToBank(page);
    await atBank(page, answer);
    await expect(page).toHaveURL(/\/ostukorv/);
    await expect(page.getByText(text)).toBeVisible();
    for (const book of books) {
      await expect(page.getByText(`${book.author} - ${book.title}`)).toBeVisible();
    }
    await expectAccessible(page);
    await goToBank(page);
    await atBank(page, "pay");
    await expect(page).toHaveURL(/\/makse-sooritatud/);
    await expect(page.getByText("Täname ostu eest")).toBeVisible();
  });
}

test("the Back button from the bank offers the same order again", async ({ page, request }) => {
  const { account } = await withCart(page, request, 1);
  await goToBank(page);
  await page.goBack();
  await expect(heading(page, "Maksmine")).toBeVisible();
  await page.goto("/ostukorv");
  await expect(page.getByText(/^Tellimus .* ootab maksmist\.$/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Jätka maksmist" }).click();
  await page
    .getByRole("button", { name: /^Telli ja maksa: / })
    .first()
    .click();
  await expect(page).toHaveURL(/\/_sandbox\/pay\//);
  await atBank(page, "pay");
  await expect(page.getByText("Täname ostu eest")).toBeVisible();
  const orders = await request.get("/api/orders", { headers: { "Api-Token": account.token } });
  expect((await orders.json()) as unknown[]).toHaveLength(1);
});

test("after a tab is closed at the bank the next visit shows the result", async ({
  page,
  context,
  request,
}) => {
  const { books } = await withCart(page, request, 1);
  await goToBank(page);
  const bank = page.url();
  // The payment is cancelled on another device.
  await page.goto("/raamatud");
  const elsewhere = await context.browser()?.newContext();
  const other = await elsewhere?.newPage();
  if (!other) throw new Error("no second browser");
  await other.goto(bank);
  await atBank(other, "cancel");
  await expect(other).toHaveURL(/\/ostukorv/);
  await elsewhere?.close();

  await page.goto("/raamatud");
  await expect(notice(page, "Makse katkestati. Raamatud on ostukorvis alles.")).toBeVisible();
  await page.goto("/ostukorv");
  await expect(page.getByText(`${books[0]?.author} - ${books[0]?.title}`)).toBeVisible();
});

test("an unusable discount code is reported", async ({ page, request, allowed }) => {
  allowed.push(404);
  await withCart(page, request, 1);
  await page.getByLabel("Sooduskood").fill("POLEOLEMAS");
  await page.getByRole("button", { name: "Lisa", exact: true }).click();
  await expect(page.getByText("Sooduskoodi ei leitud või see ei ole enam aktiivne")).toBeVisible();
  await expectAccessible(page);
});

test("a visitor who wants to pay logs in first and returns", async ({ page, request }) => {
  const account = await newAccount(request);
  const [book] = await pricedBooks(request);
  await page.goto("/raamatud");
  await page.evaluate(
    (id) => localStorage.setItem("heliriiul.cart", JSON.stringify({ books: [id] })),
    book?.id,
  );
  await page.goto("/ostukorv");
  await expect(page.getByLabel("Sooduskood")).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Maksma" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel("Meiliaadress").fill(account.email);
  await page.getByLabel("Parool", { exact: true }).fill(account.password);
  await page.getByRole("main").getByRole("button", { name: "Logi sisse" }).click();
  await expect(heading(page, "Maksmine")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Telli ja maksa: / }).first()).toBeVisible();
});

test("two tabs at the payment create one order", async ({ page, context, request }) => {
  const { account } = await withCart(page, request, 1);
  const other = await context.newPage();
  await Promise.all([page.goto("/maksmine"), other.goto("/maksmine")]);
  for (const tab of [page, other]) {
    await expect(tab.getByRole("button", { name: /^Telli ja maksa: / }).first()).toBeVisible();
  }
  const orders = await request.get("/api/orders", { headers: { "Api-Token": account.token } });
  expect((await orders.json()) as unknown[]).toHaveLength(1);
});

// Receipts: opened from the account after a purchase, sent again, printed.
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  linkIn,
  logIn,
  mailTo,
  newAccount,
  pricedBooks,
  test,
} from "../store.ts";

test("a buyer opens the receipt of an order, prints it and gets it again", async ({
  page,
  request,
}) => {
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
  await page
    .getByRole("button", { name: /^Telli ja maksa: / })
    .first()
    .click();
  await page.locator('[name="action"][value="pay"]').click();
  await expect(page.getByText(/^Täname ostu eest/)).toBeVisible();
  const mail = await mailTo(request, account.email, /Kviitung tellimuse/);
  expect(mail.text).toContain("KMKR nr: EE000000000");

  await page.goto("/konto");
  await page.getByRole("link", { name: /^Kviitung nr \d+$/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Kviitung nr \d+$/ })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(linkIn(mail, "/konto/kviitung"));
  await expect(page.getByText("Registrikood 00000000")).toBeVisible();
  await expect(page.getByRole("cell", { name: new RegExp(book.title) })).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole("button", { name: "Saada e-postiga" }).click();
  await expect(page.getByText(`Saatsime selle aadressile ${account.email}.`)).toBeVisible();
  const again = await mailTo(request, account.email, /^Kviitung nr \d+/);
  expect(again.text).toContain(book.title);

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await page.getByRole("button", { name: "Prindi" }).click();
  await expect(page.locator("body")).toHaveAttribute("data-printed", "");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await expect(page.getByRole("button", { name: "Prindi" })).toBeHidden();
  await expect(page.getByText("Registrikood 00000000")).toBeVisible();
});

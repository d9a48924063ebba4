// The whole journey of a new listener: finds a book, plays its sample, creates an account, confirms the address, pays
// at the bank, and listens. It uses only the browser, not the API.
import { expect, expectAccessible, linkIn, mailTo, newAddress, PASSWORD, test } from "../store.ts";

test("from the first visit to listening", async ({ page, request }) => {
  test.setTimeout(120_000);
  const email = newAddress("uustulnuk");

  await test.step("finds a book", async () => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.getByRole("button", { name: "Nõustun" }).click();
    await page.goto("/raamatud");
    await page.getByRole("searchbox", { name: "Otsi raamatut" }).fill("mahtra soda");
    await expect(page.getByText(/otsingule „mahtra soda“/)).toBeVisible();
    await page
      .getByRole("link", { name: /Mahtra sõda/ })
      .first()
      .click();
    await expect(page.getByRole("heading", { level: 1, name: "Mahtra sõda" })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("hears the sample", async () => {
    await page.getByRole("button", { name: "Kuula näidisklippi" }).click();
    const seek = page.getByRole("slider", { name: "Näidisklipi asukoht" });
    await expect
      .poll(async () => Number(await seek.inputValue()), { timeout: 15_000 })
      .toBeGreaterThan(0);
    await page.getByRole("button", { name: "Peata näidisklipp" }).click();
  });

  await test.step("makes an account", async () => {
    await page
      .getByRole("main")
      .locator("a, button")
      .filter({ hasText: "Lisa ostukorvi" })
      .first()
      .click();
    await expect(page).toHaveURL(/\/registreerumine/);
    await page.getByLabel("Eesnimi").fill("Uku");
    await page.getByLabel("Perekonnanimi").fill("Õunapuu");
    await page.getByLabel("Meiliaadress").fill(email);
    await page.getByLabel("Parool", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Korda parooli").fill(PASSWORD);
    await page.getByRole("checkbox").check();
    await page.getByRole("main").getByRole("button", { name: "Loo konto" }).click();
    await expect(page.getByText("Kasutaja registreerimine õnnestus.")).toBeVisible();
  });

  await test.step("confirms the address", async () => {
    const letter = await mailTo(request, email, /./);
    await page.goto(linkIn(letter, "verify-email"));
    await expect(page.getByText("E-maili aadress on kinnitatud.")).toBeVisible();
  });

  await test.step("pays at the bank", async () => {
    await page.goto("/raamatud/mahtra-soda");
    await page.getByRole("button", { name: "Lisa ostukorvi" }).first().click();
    await page.getByRole("link", { name: "Vaata ostukorvi" }).click();
    await page.getByRole("link", { name: "Maksma" }).click();
    await page
      .getByRole("button", { name: /^Telli ja maksa: / })
      .first()
      .click();
    await expect(page).toHaveURL(/\/_sandbox\/pay\//);
    await page.locator('[name="action"][value="pay"]').click();
    await expect(
      page.getByText("Täname ostu eest, audioraamat lisatakse Sinu riiulile."),
    ).toBeVisible();
    const receipt = await mailTo(request, email, /Mahtra sõda/);
    expect(receipt.text).toMatch(/\d+,\d\d/);
  });

  await test.step("listens", async () => {
    await page.goto("/");
    await page.getByRole("link", { name: "Kuula: Mahtra sõda" }).click();
    await expect(page).toHaveURL(/\/kuula\//);
    const play = page.getByRole("button", { name: "Mängi", exact: true });
    const pause = page.getByRole("button", { name: "Peata", exact: true });
    if (await play.isVisible()) await play.click();
    await expect(pause).toBeVisible();
    const seek = page.getByRole("slider", { name: /asukoht/i }).first();
    await expect
      .poll(async () => Number(await seek.inputValue()), { timeout: 20_000 })
      .toBeGreaterThan(1);
    await expectAccessible(page);
    await pause.click();
  });
});

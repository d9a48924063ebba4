// Archiving a draft and restoring it; a form that survives the end of its session.
import { EDITOR, endSession, enter, expectSound, openOwnPage, stamp } from "../desk.ts";
import { expect, notice, test } from "../store.ts";

test("a draft is archived, found by its status and restored", async ({ page }) => {
  await enter(page);
  const { title } = await openOwnPage(page, "<p>Ei lähe vaja.</p>");
  await page.getByRole("button", { name: "Pane arhiivi" }).click();
  await expect(notice(page, "Tekst on arhiivis. Selle saab alati tagasi võtta.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Võta arhiivist välja" })).toBeFocused();
  await expectSound(page);

  await page.getByRole("link", { name: "Kõik tekstid" }).click();
  await page.getByLabel("Otsi pealkirja või tunnuse järgi").fill(title);
  await expect(page.getByText("Otsingule ei vasta ükski kirje.")).toBeVisible();
  await page.getByLabel("Olek").selectOption({ label: "Arhiivis" });
  await expect(page.getByText("1 kirje", { exact: true })).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: title, exact: true }).click();
  await page.getByRole("button", { name: "Võta arhiivist välja" }).click();
  await expect(notice(page, "Tekst on jälle mustandite hulgas.")).toBeVisible();
  await page.goBack();
  // The list keeps its filter; the document is no longer in it.
  await expect(page.getByText("Otsingule ei vasta ükski kirje.")).toBeVisible();
  await page.getByLabel("Olek").selectOption({ label: "Mustand" });
  await expect(page.getByRole("link", { name: title, exact: true })).toBeVisible();
});

test("a new document is created after a login over the form", async ({
  page,
  request,
  allowed,
}) => {
  allowed.push(401);
  await enter(page);
  await page.getByRole("link", { name: "Lisa uus" }).click();
  await expect(page).toHaveURL(/\/uus$/);
  const title = `Uus leht ${stamp()}`;
  await page.getByLabel("Pealkiri").fill(title);
  await endSession(page, request);
  await page.getByRole("button", { name: "Loo mustand" }).click();
  const login = page.getByRole("dialog", { name: "Sessioon on lõppenud" });
  await expect(login.getByLabel("Parool", { exact: true })).toBeFocused();
  await expectSound(page);
  await page.keyboard.type(EDITOR.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Pealkiri" })).toHaveValue(title);
  await expect(page.getByText("Mustand", { exact: true })).toBeVisible();
});

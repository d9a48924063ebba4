// Each dialog of the editor: opened by its button, accessible, and closed by Escape with focus back in the text.
import { ADMIN, enter, expectSound, openOwnPage, text } from "../desk.ts";
import { expect, test } from "../store.ts";

const DIALOGS = [
  ["Link", "Link"],
  ["Pilt", "Pilt"],
  ["Üleskutsenupp", "Üleskutse"],
  ["Raamatukaart", "Raamatukaart"],
  ["Lähtekood", "Teksti lähtekood"],
] as const;

test("every dialog of the editor is accessible and returns the focus", async ({ page }) => {
  await enter(page, ADMIN);
  await openOwnPage(page, "<p>Algus.</p>");
  const tools = page.getByRole("toolbar", { name: "Teksti kujundus" });
  for (const [button, title] of DIALOGS) {
    await text(page).click();
    await tools.getByRole("button", { name: button, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: title, exact: true });
    await expect(dialog).toBeVisible();
    await expectSound(page);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(text(page)).toBeFocused();
  }
  await page.getByRole("button", { name: "Muuda aadressi" }).click();
  await expect(page.getByRole("dialog", { name: "Lehe aadress" })).toBeVisible();
  await expectSound(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Muuda aadressi" })).toBeFocused();
});

test("a press that starts in a dialog and ends outside leaves it open with its input", async ({
  page,
}) => {
  await enter(page, ADMIN);
  await openOwnPage(page, "<p>Algus.</p>");
  await page.getByRole("button", { name: "Lähtekood", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Teksti lähtekood" });
  const source = dialog.getByLabel("HTML");
  await source.fill("<p>Pikalt kirjutatud lähtekood</p>");
  const box = await source.boundingBox();
  if (!box) throw new Error("The field is not on the screen.");
  await page.mouse.move(box.x + box.width / 2, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(2, 2, { steps: 5 });
  await page.mouse.up();
  await expect(source).toHaveValue("<p>Pikalt kirjutatud lähtekood</p>");
  // A press outside closes it.
  await page.mouse.click(2, 2);
  await expect(dialog).toHaveCount(0);
});

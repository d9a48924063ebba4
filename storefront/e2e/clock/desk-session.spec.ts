// An idle session of the desk ends while there is unsaved text. The editor logs in over it and
// continues.
import { advance } from "../clock.ts";
import {
  EDITOR,
  enter,
  expectSaved,
  expectSound,
  logInAt,
  openOwnPage,
  saveLine,
  text,
  writeAtEnd,
} from "../desk.ts";
import { expect, test } from "../store.ts";

const IDLE_S = 4 * 3600 + 60;

test("after hours of idleness the desk asks for the password and then saves the text", async ({
  page,
  request,
  allowed,
}) => {
  allowed.push(401);
  await enter(page);
  const { id } = await openOwnPage(page, "<p>Algus.</p>");
  await advance(request, IDLE_S);
  await writeAtEnd(page, "Tagasi lõunalt.");
  const dialog = page.getByRole("dialog", { name: "Sessioon on lõppenud" });
  const password = dialog.getByLabel("Parool", { exact: true });
  await expect(password).toBeFocused();
  await expect(dialog.getByLabel("Meiliaadress")).toHaveValue(EDITOR.email);
  await expectSound(page);
  await page.keyboard.type("vale parool");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Vale meiliaadress või parool.").first()).toBeVisible();
  await expectSound(page);
  await password.fill(EDITOR.password);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expectSaved(page);
  await writeAtEnd(page, "Ja edasi.");
  await expectSaved(page);
  await page.reload();
  await expect(text(page)).toContainText("Tagasi lõunalt.");
  await expect(text(page)).toContainText("Ja edasi.");
  await expect(page).toHaveURL(new RegExp(`/sisu/${id}$`));
});

test("an editor who dismisses the login and leaves finds the text after the next login", async ({
  page,
  request,
  allowed,
}) => {
  allowed.push(401);
  // The browser's own dialog about leaving the page.
  page.on("dialog", (asked) => asked.accept());
  await enter(page);
  const { id } = await openOwnPage(page, "<p>Algus.</p>");
  await advance(request, IDLE_S);
  await writeAtEnd(page, "Hommikune mõte.");
  const dialog = page.getByRole("dialog", { name: "Sessioon on lõppenud" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(saveLine(page)).toHaveText("Sessioon on lõppenud – tekst on salvestamata");
  await expect(text(page)).toContainText("Hommikune mõte.");
  await expectSound(page);

  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Logi toimetusse" })).toBeVisible();
  await logInAt(page, EDITOR);
  await expect(page).toHaveURL(new RegExp(`/sisu/${id}$`));
  const offer = page.getByRole("region", { name: "Siin on salvestamata tekst" });
  await expect(offer).toBeVisible();
  await expectSound(page);
  await offer.getByRole("button", { name: "Taasta salvestamata tekst" }).click();
  await expect(text(page)).toContainText("Hommikune mõte.");
  await expectSaved(page);
});

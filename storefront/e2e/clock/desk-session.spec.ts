// A session of the desk that nobody has used for hours ends over unsaved text: one logs in over it and
// goes on. It moves the clock of the whole store, so it runs after all else.
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

for (const width of [360, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test("after hours away the desk asks for the password and takes the text", async ({
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

    test("whoever puts the question away and leaves finds the text after the next login", async ({
      page,
      request,
      allowed,
    }) => {
      allowed.push(401);
      // The browser's own question, whether to leave.
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
  });
}

// The desk: roles, a page from draft to publication and back, two editors of one document, a
// session that ends during work, and a slider ordered by keyboard.
import {
  another,
  EDITOR,
  endSession,
  enter,
  expectSound,
  logInAt,
  openOwnPage,
  text,
  writeAtEnd,
} from "../desk.ts";
import { DEMO, expect, notice, test } from "../store.ts";

test("a listener reads that the desk is for editors", async ({ page }) => {
  await page.goto("/toimetus/");
  await expect(page.getByRole("heading", { level: 1, name: "Logi toimetusse" })).toBeVisible();
  await expectSound(page);
  await logInAt(page, DEMO.listener);
  await expect(page.getByRole("heading", { name: "See on kuulaja konto" })).toBeVisible();
  await expectSound(page);
  await page.goto("/toimetus/uus");
  await expect(page.getByRole("heading", { level: 1, name: "Logi toimetusse" })).toBeVisible();
});

test("an editor changes a page, readers see it once published, and the old text is restored", async ({
  page,
  request,
}, { project }) => {
  // Both widths run at once, so each uses its own page.
  const { title, address } =
    project.name === "360"
      ? { title: "Meist", address: "/meist" }
      : { title: "Abi", address: "/abi" };
  const words = `Proovilause ${Date.now()}`;
  const shown = async () => (await request.get(address)).text();

  await enter(page);
  await expectSound(page);
  await page.getByLabel("Otsi pealkirja või tunnuse järgi").fill(address.slice(1));
  // The list moves while it is filtered.
  await expect(page).toHaveURL(/\?q=/);
  await page.getByRole("link", { name: title, exact: true }).click();

  await expect(page.getByText("Kõik on salvestatud")).toBeVisible();
  await expectSound(page);
  await writeAtEnd(page, words);
  await expect(page.getByText("Salvestamata muudatused")).toBeVisible();
  await page.getByRole("button", { name: "Salvesta mustand" }).click();
  await expect(notice(page, "Mustand on salvestatud.")).toBeVisible();
  await expect(page.getByText("Muudatused avaldamata")).toBeVisible();
  expect(await shown()).not.toContain(words);

  await page.getByRole("button", { name: "Avalda", exact: true }).click();
  await expect(notice(page, "Avaldatud. Lugejad näevad seda kohe.")).toBeVisible();
  expect(await shown()).toContain(words);
  await page.reload();
  await expect(text(page)).toContainText(words);

  await page.getByRole("link", { name: "Ajalugu" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Ajalugu: ${title}` })).toBeVisible();
  await page.getByRole("navigation", { name: "Versioonid" }).getByRole("link").nth(1).click();
  await expect(page.getByRole("heading", { name: /^Versioon \d+$/ })).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Taasta mustandina" }).click();
  await expect(notice(page, /on taastatud mustandina/)).toBeVisible();
  await expect(text(page)).not.toContainText(words);
  expect(await shown()).toContain(words);
  await page.getByRole("button", { name: "Avalda", exact: true }).click();
  await expect.poll(shown).not.toContain(words);
});

test("a new page is created, published and taken down", async ({ page, request, allowed }) => {
  allowed.push(409);
  const mark = Date.now().toString(36);
  await enter(page);
  await page.getByRole("link", { name: "Lisa uus" }).click();
  await expect(page).toHaveURL(/\/uus$/);
  await page.getByRole("button", { name: "Loo mustand" }).click();
  await expect(page.getByRole("region", { name: "Palun paranda vead" })).toBeFocused();
  await expectSound(page);
  await page.getByLabel("Pealkiri").fill(`Õhtused jutud ${mark} ${process.pid}`);
  const address = `/ohtused-jutud-${mark}-${process.pid}`;
  await expect(page.getByLabel("Tunnus")).toHaveValue(address.slice(1));
  await page.getByLabel("Tunnus").fill("meist");
  await page.getByRole("button", { name: "Loo mustand" }).click();
  await expect(page.getByText("Sellise tunnusega kirje on juba olemas.").first()).toBeVisible();
  await page.getByLabel("Tunnus").fill(address.slice(1));
  await page.getByRole("button", { name: "Loo mustand" }).click();

  await text(page).click();
  // The toolbar by keyboard: one Tab stop, arrows inside.
  await page.getByRole("button", { name: "Pealkiri", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(text(page)).toBeFocused();
  await page.keyboard.type("Kuula õhtul");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Vaata ");
  await page.keyboard.press("Control+k");
  await expect(page.getByLabel("Lingi tekst")).toBeFocused();
  await expectSound(page);
  await page.keyboard.type("kinkekaarti");
  await page.getByRole("radio", { name: "Mujale" }).check();
  await page.getByLabel("Aadress").fill("javascript:alert(1)");
  await page.keyboard.press("Enter");
  await expect(page.getByText("See ei ole aadress.")).toBeVisible();
  await page.getByLabel("Aadress").fill("/kinkekaart");
  await page.keyboard.press("Enter");
  await expect(text(page)).toBeFocused();
  await page.keyboard.type(" ja ");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("kingi");
  await page.getByLabel("Kokkuvõte").fill("Jutud õhtuks.");

  await page.getByRole("button", { name: "Avalda", exact: true }).click();
  await expect(notice(page, "Avaldatud. Lugejad näevad seda kohe.")).toBeVisible();
  const html = await (await request.get(address)).text();
  expect(html).toContain(
    '<h2>Kuula õhtul</h2><p>Vaata <a href="/kinkekaart" rel="noopener">kinkekaarti</a> ja <strong>kingi</strong></p>',
  );

  await page.getByRole("button", { name: "Lõpeta avaldamine" }).click();
  await expectSound(page);
  await page.getByRole("dialog").getByRole("button", { name: "Lõpeta avaldamine" }).click();
  await expect(notice(page, "Avaldamine on lõpetatud.")).toBeVisible();
  expect((await request.get(address)).status()).toBe(404);
});

test("two editors of one document: the second sees both texts and nothing is lost", async ({
  page,
  browser,
  allowed,
}) => {
  allowed.push(409);
  await enter(page);
  await openOwnPage(page, "<p>Ühine algus.</p>");
  const other = await another(browser, page);
  await writeAtEnd(other, "Teise lisandus.");
  await other.getByRole("button", { name: "Salvesta mustand" }).click();
  await expect(notice(other, "Mustand on salvestatud.")).toBeVisible();

  await writeAtEnd(page, "Minu lisandus.");
  await page.getByRole("button", { name: "Salvesta mustand" }).click();
  const conflict = page.getByRole("region", { name: "Keegi on vahepeal salvestanud" });
  await expect(conflict).toBeFocused();
  await expect(conflict.getByText("Minu lisandus.")).toBeVisible();
  await expect(conflict.getByText("Teise lisandus.")).toBeVisible();
  await expectSound(page);
  await conflict.getByRole("button", { name: "Jätka oma tekstiga" }).click();
  await page.getByRole("button", { name: "Salvesta mustand" }).click();
  await expect(notice(page, "Mustand on salvestatud.")).toBeVisible();

  // The first editor now has the conflict and takes the newer text; their own stays in the history.
  await writeAtEnd(other, "Veel midagi.");
  await other.getByRole("button", { name: "Salvesta mustand" }).click();
  await other.getByRole("button", { name: "Jätka teise tekstiga" }).click();
  await expect(notice(other, "Teine tekst on ees. Sinu oma on ajaloos.")).toBeVisible();
  await expect(text(other)).toContainText("Minu lisandus.");
  await other.getByRole("link", { name: "Ajalugu" }).click();
  const history = other.getByRole("navigation", { name: "Versioonid" }).getByRole("link");
  await expect(history).toHaveCount(5);
  await history.nth(1).click();
  await expect(other.getByText("Veel midagi.")).toBeVisible();
  await other.context().close();
});

test("leaving unsaved work asks first, and the work survives the end of the session", async ({
  page,
  request,
  allowed,
}) => {
  allowed.push(401);
  await enter(page);
  const { id } = await openOwnPage(page, "<p>Algus.</p>");
  await writeAtEnd(page, "Pooleli mõte.");
  await page.getByRole("link", { name: "Kõik tekstid" }).click();
  const question = page.getByRole("dialog", { name: "Salvestamata muudatused" });
  await expect(question).toBeVisible();
  await expectSound(page);
  await question.getByRole("button", { name: "Jää siia" }).click();
  await expect(text(page)).toContainText("Pooleli mõte.");

  await writeAtEnd(page, "Veel üks mõte.");
  await endSession(page, request);
  await page.getByRole("button", { name: "Salvesta mustand" }).click();
  const again = page.getByRole("dialog", { name: "Sessioon on lõppenud" });
  await expect(again.getByLabel("Parool", { exact: true })).toBeFocused();
  await expect(again.getByLabel("Meiliaadress")).toHaveValue(EDITOR.email);
  await expectSound(page);
  await page.keyboard.type(EDITOR.password);
  await page.keyboard.press("Enter");
  await expect(again).toHaveCount(0);
  await expect(page.getByText(/^Salvestatud/)).toBeVisible();
  await page.getByRole("link", { name: "Kõik tekstid" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tekstid" })).toBeVisible();
  await page.goto(`/toimetus/sisu/${id}`);
  await expect(text(page)).toContainText("Pooleli mõte.");
  await expect(text(page)).toContainText("Veel üks mõte.");
});

test("a slider is filled by search and ordered by keyboard", async ({ page }) => {
  await enter(page);
  await page.getByRole("link", { name: "Lisa uus" }).click();
  await expect(page).toHaveURL(/\/uus$/);
  await page.getByLabel("Liik").selectOption({ label: "Raamaturida" });
  await page.getByLabel("Pealkiri").fill(`Proovirida ${Date.now()} ${process.pid}`);
  await page.getByRole("button", { name: "Loo mustand" }).click();
  const search = page.getByLabel("Otsi raamatut");
  for (const title of ["Kevade", "Nukitsamees"]) {
    await search.fill(title);
    await page.getByRole("button", { name: `Lisa ritta: ${title}` }).click();
  }
  await expectSound(page);
  const row = page.getByRole("region", { name: "Raamatud reas" }).locator("ol > li");
  await expect(row).toHaveText([/Kevade/, /Nukitsamees/]);
  const down = page.getByRole("button", { name: "Liiguta tahapoole: Kevade" });
  await down.focus();
  await page.keyboard.press("Enter");
  await expect(row).toHaveText([/Nukitsamees/, /Kevade/]);
  await expect(down).toBeFocused();
  // By dragging too, there and back.
  const grip = row.first().locator(".desk-grip");
  const { width, height } = (await row.nth(1).boundingBox()) ?? { width: 0, height: 0 };
  await grip.dragTo(row.nth(1), { targetPosition: { x: width / 2, y: height - 4 } });
  await expect(row).toHaveText([/Kevade/, /Nukitsamees/]);
  await row
    .nth(1)
    .locator(".desk-grip")
    .dragTo(row.first(), { targetPosition: { x: width / 2, y: 4 } });
  await expect(row).toHaveText([/Nukitsamees/, /Kevade/]);
  await page.getByRole("button", { name: "Salvesta mustand" }).click();
  await expect(notice(page, "Mustand on salvestatud.")).toBeVisible();
  await page.reload();
  await expect(row).toHaveText([/Nukitsamees/, /Kevade/]);
  await page.getByRole("button", { name: "Eemalda reast: Nukitsamees" }).click();
  await expect(page.getByRole("button", { name: "Eemalda reast: Kevade" })).toBeFocused();
  await page.getByRole("link", { name: "Kõik tekstid" }).click();
  await page.getByRole("button", { name: "Lahku salvestamata" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tekstid" })).toBeVisible();
});

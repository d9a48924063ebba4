// A document's life at the desk: autosave, preview, schedule,
// restoring a revision, and a new identifier.
import { enter, expectSound, goTo, openOwnPage, stamp, text, writeAtEnd } from "../desk.ts";
import { expect, notice, test } from "../store.ts";

/** The value of a date field so many days from now at 10:30 in Tallinn, and the desk's text for that day. */
function inDays(days: number) {
  const day = new Date(Date.now() + days * 86_400_000);
  const iso = new Intl.DateTimeFormat("sv", { timeZone: "Europe/Tallinn" }).format(day);
  const [year, month, date] = iso.split("-").map(Number);
  return { field: `${iso}T10:30`, shown: `${date}.${month}.${year} 10:30` };
}

test("a document is autosaved and survives a reload", async ({ page }) => {
  await enter(page);
  const { identifier } = await openOwnPage(page, "<p>Algus.</p>");
  await expect(page.getByText("Kõik on salvestatud")).toBeVisible();
  await writeAtEnd(page, "Kirjutatud ja jäetud.");
  await expect(page.getByText("Salvestamata muudatused")).toBeVisible();
  await expect(page.getByText(/^Salvestatud \d\d:\d\d$/)).toBeVisible();
  await expectSound(page);
  // The summary too, not only the text.
  await page.getByLabel("Kokkuvõte").fill("Lühidalt.");
  await expect(page.getByText("Salvestamata muudatused")).toBeVisible();
  await expect(page.getByText(/^Salvestatud \d\d:\d\d$/)).toBeVisible();

  await page.reload();
  await expect(text(page)).toContainText("Kirjutatud ja jäetud.");
  await expect(page.getByLabel("Kokkuvõte")).toHaveValue("Lühidalt.");
  // No backup is offered, and readers see nothing yet.
  await expect(page.getByText("Siin on salvestamata tekst")).toHaveCount(0);
  expect((await page.request.get(`/${identifier}`)).status()).toBe(404);
});

test("a draft is previewed at two widths and by a shared link", async ({
  page,
  browser,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await enter(page);
  const { identifier, title } = await openOwnPage(page, "<p>Enne avaldamist.</p>");
  await writeAtEnd(page, "Salvestamata lause.");
  await page.getByRole("button", { name: "Eelvaade" }).click();
  const panel = page.getByRole("region", { name: "Eelvaade", exact: true });
  await expect(panel.getByRole("heading", { name: "Eelvaade" })).toBeFocused();
  const frame = panel.frameLocator("iframe");
  await expect(frame.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(frame.getByText("Salvestamata lause.")).toBeVisible();
  const width = () => frame.locator("html").evaluate(() => innerWidth);
  await expect.poll(width).toBe(390);
  await expectSound(page);
  await panel.getByRole("radio", { name: "Arvuti" }).check();
  await expect.poll(width).toBe(1280);
  await expectSound(page);
  // It takes the available width.
  const box = await panel.locator("iframe").boundingBox();
  expect(box && box.x + box.width).toBeLessThanOrEqual((page.viewportSize()?.width ?? 0) + 1);

  // The next save appears by itself.
  await writeAtEnd(page, "Järgmine lause.");
  await expect(frame.getByText("Järgmine lause.")).toBeVisible();

  await panel.getByRole("button", { name: "Kopeeri link" }).click();
  await expect(notice(page, /^Link on kopeeritud/)).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const stranger = await browser.newContext();
  const other = await stranger.newPage();
  await other.goto(link);
  await expect(other.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(other.getByText("Järgmine lause.")).toBeVisible();
  await expectSound(other);
  expect((await stranger.request.get(new URL(`/${identifier}`, link).href)).status()).toBe(404);
  await stranger.close();

  await panel.getByRole("button", { name: "Sulge eelvaade" }).click();
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Eelvaade" })).toBeFocused();
});

test("a page is scheduled, listed in the schedule, and the schedule is cancelled", async ({
  page,
}) => {
  await enter(page);
  const { title, identifier } = await openOwnPage(page, "<p>Tuleb hiljem.</p>");
  const plan = page.locator("details", { hasText: "Ajastamine" });
  await plan.getByText("Ajastamine", { exact: true }).click();
  await plan.getByRole("button", { name: "Ajasta", exact: true }).click();
  await expect(plan.getByText("Vali vähemalt üks aeg.")).toBeVisible();
  await expect(plan.getByLabel("Avaldamise aeg")).toBeFocused();
  await expectSound(page);
  const [begins, ends] = [inDays(3), inDays(5)];
  await plan.getByLabel("Avaldamise aeg").fill(ends.field);
  await plan.getByLabel("Avaldamise lõpp").fill(begins.field);
  await plan.getByRole("button", { name: "Ajasta", exact: true }).click();
  await expect(plan.getByText("Lõpp peab olema avaldamisest hiljem.")).toBeVisible();
  await plan.getByLabel("Avaldamise aeg").fill(begins.field);
  await plan.getByLabel("Avaldamise lõpp").fill(ends.field);
  await plan.getByRole("button", { name: "Ajasta", exact: true }).click();
  await expect(notice(page, "Ajastatud.")).toBeVisible();
  await expect(page.getByText(`Ajastatud: ${begins.shown}`)).toBeVisible();
  await expect(page.getByText(`Avaldamine lõpeb: ${ends.shown}`)).toBeVisible();
  await expectSound(page);

  await goTo(page, "Ajakava");
  const rows = page.getByRole("main").getByRole("listitem").filter({ hasText: title });
  await expect(rows).toHaveText([/10:30.*Avaldatakse/, /10:30.*Võetakse maha/]);
  await expectSound(page);
  await rows.first().getByRole("link", { name: title }).click();
  await expect(plan.getByLabel("Avaldamise aeg")).toHaveValue(begins.field);
  await plan.getByRole("button", { name: "Tühista ajastus" }).click();
  await expect(notice(page, "Ajastus on tühistatud.")).toBeVisible();
  await expect(page.getByText(`Ajastatud: ${begins.shown}`)).toHaveCount(0);
  await goTo(page, "Ajakava");
  await expect(rows).toHaveCount(0);
  expect((await page.request.get(`/${identifier}`)).status()).toBe(404);
});

test("an old revision is restored as a draft only", async ({ page }) => {
  await enter(page);
  const { identifier, title } = await openOwnPage(page, "<p>Vana algus.</p>");
  const shown = async () => (await page.request.get(`/${identifier}`)).text();
  await writeAtEnd(page, "Uus lõpp.");
  await page.getByRole("button", { name: "Avalda", exact: true }).click();
  await expect(notice(page, "Avaldatud. Lugejad näevad seda kohe.")).toBeVisible();

  await page.getByRole("link", { name: "Ajalugu" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Ajalugu: ${title}` })).toBeVisible();
  await page
    .getByRole("navigation", { name: "Versioonid" })
    .getByRole("link", { name: /^Versioon 1\b/ })
    .click();
  await expect(page.getByRole("heading", { name: "Versioon 1" })).toBeVisible();
  await page.getByRole("radio", { name: "Erinevused" }).check();
  await expect(page.getByText("Uus lõpp.")).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Taasta mustandina" }).click();
  await expect(
    notice(page, "Versioon 1 on taastatud mustandina. Avaldatud tekst ei muutunud."),
  ).toBeVisible();
  await expect(text(page)).toHaveText("Vana algus.");
  await expect(page.getByText("Muudatused avaldamata")).toBeVisible();
  expect(await shown()).toContain("Uus lõpp.");
  await page.getByRole("button", { name: "Avalda", exact: true }).click();
  await expect(notice(page, "Avaldatud. Lugejad näevad seda kohe.")).toBeVisible();
  // The notice of the first publication may still be visible.
  await expect.poll(shown).not.toContain("Uus lõpp.");
});

test("a page gets another identifier and the old one redirects", async ({ page, allowed }) => {
  allowed.push(409, 422);
  await enter(page);
  const { id, identifier, title } = await openOwnPage(page, "<p>Kolin.</p>");
  await page.getByRole("button", { name: "Avalda", exact: true }).click();
  await expect(notice(page, "Avaldatud. Lugejad näevad seda kohe.")).toBeVisible();
  await page.getByRole("button", { name: "Muuda aadressi" }).click();
  const dialog = page.getByRole("dialog", { name: "Lehe aadress" });
  const field = dialog.getByLabel("Uus tunnus");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(identifier);
  await expectSound(page);
  for (const [typed, told] of [
    ["Suur Täht", "Kasuta ainult väiketähti a–z, numbreid ja sidekriipsu."],
    ["meist", "Sellise tunnusega leht on juba olemas."],
    ["login", "Seda tunnust kasutab pood ise. Palun vali teine."],
  ] as const) {
    await field.fill(typed);
    await page.keyboard.press("Enter");
    await expect(dialog.getByText(told)).toBeVisible();
    await expect(field).toBeFocused();
  }
  await expectSound(page);
  const moved = `kolitud-${stamp()}`;
  await field.fill(moved);
  await page.keyboard.press("Enter");
  await expect(notice(page, "Aadress on muudetud. Vanalt suunatakse uuele.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Vaata poes" })).toHaveAttribute("href", `/${moved}`);
  // The document can still be edited.
  await writeAtEnd(page, "Uues kohas.");
  const published = page.waitForResponse((response) => response.url().endsWith("/publish"));
  await page.getByRole("button", { name: "Avalda", exact: true }).click();
  await published;
  await expect(page.getByText(/^Salvestatud \d\d:\d\d$/)).toBeVisible();

  const old = await page.request.get(`/${identifier}`, { maxRedirects: 0 });
  expect([301, 308]).toContain(old.status());
  await page.goto(`/${identifier}`);
  await expect(page).toHaveURL(new RegExp(`/${moved}$`));
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByText("Uues kohas.")).toBeVisible();
  await page.goto(`/toimetus/sisu/${id}`);
  await expect(text(page)).toContainText("Uues kohas.");
});

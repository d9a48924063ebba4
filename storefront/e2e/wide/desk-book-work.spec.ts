// Interrupted or reverted work on a book: published files, a closed tab, an ended session, an older
// value.
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { ADMIN, backups, deskOf, EDITOR, endSession, enter, expectSound, stamp } from "../desk.ts";
import { choose, fileOf, GREEN, png } from "../files.ts";
import { expect, notice, test } from "../store.ts";

// One after another: they use the same book.
test.describe.configure({ mode: "default" });

const SOUND = fileURLToPath(
  new URL("../../../api/tests/data/audio/tavaline-cbr.mp3", import.meta.url),
);

/** Both widths run at once, so each uses its own book. */
const slugFor = (project: string) =>
  project === "360" ? "saarane-mulk" : "porgupohja-uus-vanapagan";

async function openBook(page: Page, project: string) {
  const slug = slugFor(project);
  const { title } = await (await page.request.get(`/api/books/slug/${slug}`)).json();
  await page.goto(`/toimetus/raamatud?q=${encodeURIComponent(title)}`);
  await page.getByRole("link", { name: title, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  return { slug };
}

const subtitle = (page: Page) => page.getByRole("textbox", { name: "Alapealkiri" });
const save = (page: Page) => page.getByRole("button", { name: "Salvesta", exact: true }).click();

test("a published cover and sample are replaced after a confirmation", async ({ page, request }, {
  project,
}) => {
  await enter(page);
  const { slug } = await openBook(page, project.name);
  const book = async () => (await request.get(`/api/books/slug/${slug}`)).json();
  const before = await book();

  const cover = fileOf(`kaas-${stamp()}.png`, png(900, 900, GREEN));
  await choose(page, "Asenda kaanepilt", cover);
  const aboutCover = page.getByRole("dialog", { name: "Kas asendada kaanepilt?" });
  await expect(aboutCover.getByText(`Uus: ${cover.name}`)).toBeVisible();
  await expectSound(page);
  await page.keyboard.press("Escape");
  await expect(aboutCover).toHaveCount(0);
  await expect(page.getByText(/^(Saadetud|Töötlen)/)).toHaveCount(0);
  await page.reload();
  expect(await book()).toEqual(before);
  await choose(page, "Asenda kaanepilt", cover);
  await aboutCover.getByRole("button", { name: "Asenda" }).click();
  await expect(notice(page, "Kaanepilt on asendatud.")).toBeVisible();

  await choose(page, "Asenda näidisklipp", SOUND);
  const aboutSample = page.getByRole("dialog", { name: "Kas asendada näidisklipp?" });
  await expect(aboutSample.getByText("Uus: tavaline-cbr.mp3")).toBeVisible();
  await expectSound(page);
  await aboutSample.getByRole("button", { name: "Asenda" }).click();
  await expect(notice(page, "Näidisklipp on asendatud.")).toBeVisible();
  const after = await book();
  expect(after.cover).not.toEqual(before.cover);
  expect(after.sample).not.toEqual(before.sample);

  await page.getByText("Muudatused", { exact: true }).click();
  await expect(page.getByText(/Tiina Toimetaja: asendas kaanepildi$/).first()).toBeVisible();
  await expectSound(page);
});

test("typed input survives a closed tab and an ended session, and an older value is restored", async ({
  page,
  context,
  request,
  allowed,
}, { project }) => {
  allowed.push(401);
  const [first, second] = [`Esimene ${stamp()}`, `Teine ${stamp()}`];
  await enter(page);
  await openBook(page, project.name);
  const old = await subtitle(page).inputValue();
  await subtitle(page).fill(first);
  // Longer than the delay of the backup.
  await expect.poll(() => backups(page)).toContain(first);
  const address = page.url();
  await page.close();

  const again = await context.newPage();
  await again.goto(address);
  const offer = again.getByRole("region", { name: "Siin on salvestamata muudatusi" });
  await expect(subtitle(again)).toHaveValue(old);
  await expectSound(again);
  await offer.getByRole("button", { name: "Taasta muudatused" }).click();
  await expect(offer).toHaveCount(0);
  await expect(again.getByRole("textbox", { name: "Pealkiri", exact: true })).toBeFocused();
  await expect(subtitle(again)).toHaveValue(first);

  await endSession(again, request);
  await save(again);
  const login = again.getByRole("dialog", { name: "Sessioon on lõppenud" });
  await expect(login.getByLabel("Meiliaadress")).toHaveValue(EDITOR.email);
  await expectSound(again);
  await again.keyboard.type(EDITOR.password);
  await again.keyboard.press("Enter");
  await expect(login).toHaveCount(0);
  await expect(again.getByText("Kõik on salvestatud")).toBeVisible();

  await subtitle(again).fill(second);
  await save(again);
  await expect(again.getByText("Kõik on salvestatud")).toBeVisible();
  await again.getByText("Muudatused", { exact: true }).click();
  await again.getByRole("button", { name: "Pane tagasi: Alapealkiri" }).first().click();
  await expect(subtitle(again)).toHaveValue(first);
  await expect(subtitle(again)).toBeFocused();
  await expect(again.getByText("Salvestamata muudatused", { exact: true })).toBeVisible();
  await expectSound(again);
  await subtitle(again).fill(old);
  await save(again);
  await expect(again.getByText("Kõik on salvestatud")).toBeVisible();
});

test("two editors change one book, and the second chooses field by field", async ({
  page,
  allowed,
}, { project }) => {
  allowed.push(409);
  const [mine, theirs] = [`Minu ${stamp()}`, `Tema ${stamp()}`];
  await enter(page);
  await openBook(page, project.name);
  const old = await subtitle(page).inputValue();
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const desk = await deskOf(page.request, ADMIN);
  const { version, ...book } = await desk.read<Record<string, unknown>>(`/books/${id}`);
  const change = { ...book, basedOn: version, subtitle: theirs, publisher: theirs };
  expect((await desk.put(`/books/${id}`, change)).ok()).toBe(true);

  await subtitle(page).fill(mine);
  await save(page);
  const merge = page.getByRole("form", { name: "Keegi on raamatut vahepeal muutnud" });
  await expect(merge).toBeFocused();
  await expect(merge.getByText(mine)).toBeVisible();
  await expect(merge.getByText(theirs)).toHaveCount(2);
  await expectSound(page);
  const group = merge.getByRole("group", { name: "Alapealkiri" });
  await expect(group.getByRole("radio", { name: "Jäta minu" })).toBeChecked();
  // Untouched fields come from the other editor.
  await expect(
    merge.getByRole("group", { name: "Kirjastus" }).getByRole("radio", { name: "Võta teise" }),
  ).toBeChecked();
  await merge.getByRole("button", { name: "Jätka valitutega" }).click();
  await expect(page.getByRole("button", { name: "Salvesta", exact: true })).toBeFocused();
  await expect(subtitle(page)).toHaveValue(mine);
  const publisher = page.getByRole("textbox", { name: "Kirjastus" });
  await expect(publisher).toHaveValue(theirs);
  await subtitle(page).fill(old);
  await publisher.fill(String(book.publisher ?? ""));
  await save(page);
  await expect(page.getByText("Kõik on salvestatud")).toBeVisible();
  const saved = await desk.read<{ subtitle: string | null }>(`/books/${id}`);
  expect(saved.subtitle ?? "").toBe(old);
});

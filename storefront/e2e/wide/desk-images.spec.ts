// Images of documents: uploaded, described, published, replaced and protected while in use.
import type { Page } from "@playwright/test";
import { enter, expectSound, goTo, openOwnPage, stamp, text, tokenOf } from "../desk.ts";
import { choose, fileOf, GREEN, png, RED } from "../files.ts";
import { expect, notice, test } from "../store.ts";

/** The debug server encodes an image in six seconds of CPU time, beside another journey. */
const ENCODING = { timeout: 40_000 };

/** Returns which of the two colours the image on the screen has. */
async function colourOf(page: Page, alt: string): Promise<string> {
  const [red, green] = await page.getByRole("img", { name: alt }).evaluate(async (element) => {
    const picture = element as HTMLImageElement;
    await picture.decode();
    const canvas = new OffscreenCanvas(1, 1);
    const context = canvas.getContext("2d");
    context?.drawImage(picture, 0, 0, 1, 1);
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])];
  });
  return (red ?? 0) > (green ?? 0) ? "red" : "green";
}

test("an image is uploaded, described, published, replaced and protected while in use", async ({
  page,
  request,
  allowed,
}) => {
  allowed.push(409);
  const mark = stamp();
  const alt = `Punane kaas ${mark}`;
  await enter(page);
  await goTo(page, "Pildid");
  await expectSound(page);
  await choose(page, "Lisa pilte", fileOf(`kaas-${mark}.png`, png(1600, 900, RED)));
  await expect(notice(page, "Pilt on lisatud.")).toBeVisible(ENCODING);
  await page.getByLabel("Otsi nime või kirjelduse järgi").fill(mark);
  await expect(page.getByText("1 pilt", { exact: true })).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: new RegExp(mark) }).click();
  const described = page.getByLabel("Kirjeldus", { exact: true });
  await expect(page.getByText(/1600 × 900 pikslit/)).toBeVisible();
  await expectSound(page);
  await described.fill(alt);
  await page.getByRole("button", { name: "Salvesta", exact: true }).click();
  await expect(notice(page, "Pilt on salvestatud.")).toBeVisible();
  const screen = page.url();

  const { identifier, title } = await openOwnPage(page, "<p>Pildiga leht.</p>");
  await text(page).click();
  await page.keyboard.press("Control+End");
  await page.getByRole("button", { name: "Pilt", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Pilt" });
  await dialog.getByLabel("Otsi pilti").fill(mark);
  await dialog.getByRole("radio", { name: new RegExp(mark) }).check();
  await expect(dialog.getByLabel("Pildi kirjeldus")).toHaveValue(alt);
  await expectSound(page);
  await dialog.getByRole("button", { name: "Lisa pilt" }).click();
  await expect(text(page).getByRole("img", { name: alt })).toBeVisible();
  await page.getByRole("button", { name: "Avalda", exact: true }).click();
  await expect(notice(page, "Avaldatud. Lugejad näevad seda kohe.")).toBeVisible();
  await expectSound(page);

  await page.goto(`/${identifier}`);
  const seen = page.getByRole("img", { name: alt });
  await expect(seen).toBeVisible();
  await expect(seen).toHaveAttribute("srcset", /\d+w/);
  await expect(seen).toHaveAttribute("width", /\d+/);
  expect(await colourOf(page, alt)).toBe("red");
  await expectSound(page);

  await page.goto(screen);
  const uses = page.getByRole("region", { name: "Kus kasutatakse" });
  await expect(uses.getByRole("listitem")).toHaveText(`${title} · Leht · avaldatud`);
  const remove = page.getByRole("button", { name: "Kustuta pilt" });
  await expect(remove).toHaveAttribute("aria-disabled", "true");
  await expect(remove).toHaveAccessibleDescription(/^Kustutada ei saa/);
  await remove.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectSound(page);
  const id = new URL(screen).pathname.split("/").at(-1);
  const refused = await request.delete(`/api/desk/images/${id}`, {
    headers: { "Api-Token": await tokenOf(request) },
  });
  expect(refused.status()).toBe(409);

  await choose(page, "Asenda pilt", fileOf(`uus-${mark}.png`, png(1200, 1200, GREEN)));
  const question = page.getByRole("dialog", { name: "Kas asendada pilt?" });
  await expect(question.getByText(/^Seda pilti näitab 1 avaldatud tekst\./)).toBeVisible();
  await expectSound(page);
  await question.getByRole("button", { name: "Tühista" }).click();
  expect(await colourOf(page, alt)).toBe("red");
  await choose(page, "Asenda pilt", fileOf(`uus-${mark}.png`, png(1200, 1200, GREEN)));
  await question.getByRole("button", { name: "Asenda" }).click();
  await expect(notice(page, "Pilt on asendatud.")).toBeVisible(ENCODING);
  await expect(page.getByText(/1200 × 1200 pikslit/)).toBeVisible();
  await expect.poll(() => colourOf(page, alt)).toBe("green");
  await page.getByText("Muudatused", { exact: true }).click();
  await expect(page.getByText(/Tiina Toimetaja: asendas faili$/)).toBeVisible();
  await expectSound(page);
  // The same browser, which has the old image cached.
  await page.goto(`/${identifier}`);
  expect(await colourOf(page, alt)).toBe("green");
});

test("an unused image is deleted", async ({ page }) => {
  const mark = stamp();
  await enter(page);
  await goTo(page, "Pildid");
  await choose(page, "Lisa pilte", fileOf(`ajutine-${mark}.png`, png(40, 30, GREEN)));
  await page.getByRole("link", { name: new RegExp(mark) }).click();
  await expect(page.getByText("Ükski tekst seda pilti ei näita.")).toBeVisible();
  await page.getByRole("button", { name: "Kustuta pilt" }).click();
  const dialog = page.getByRole("dialog", { name: "Kas kustutada pilt?" });
  await expectSound(page);
  await dialog.getByRole("button", { name: "Kustuta pilt" }).click();
  await expect(notice(page, "Pilt on kustutatud.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Pildid" })).toBeVisible();
  await expect(page.getByRole("link", { name: new RegExp(mark) })).toHaveCount(0);
});

test("a file that is no image is refused by name", async ({ page, allowed }) => {
  allowed.push(415, 422);
  const name = `jutt-${stamp()}.png`;
  await enter(page);
  await goTo(page, "Pildid");
  await choose(page, "Lisa pilte", fileOf(name, Buffer.from("Elas kord üks poiss.")));
  const sent = page.getByRole("list", { name: "Saadetavad pildid" });
  await expect(sent.getByRole("alert")).toHaveText(
    "Seda faili ei saa pildina lugeda. Sobivad JPEG, PNG ja WebP.",
  );
  await expectSound(page);
  await page.getByRole("button", { name: `Eemalda loendist: ${name}` }).click();
  await expect(sent).toHaveCount(0);
});

test("a document whose image has no description cannot be published", async ({
  page,
  request,
  allowed,
}) => {
  allowed.push(422);
  const mark = stamp();
  const sent = await request.post(`/api/desk/images?name=kirjelduseta-${mark}.png`, {
    headers: { "Api-Token": await tokenOf(request), "Content-Type": "image/png" },
    data: png(60, 40, RED),
  });
  expect(sent.status()).toBe(201);
  const { id } = (await sent.json()) as { id: string };
  await enter(page);
  const { identifier } = await openOwnPage(
    page,
    `<p>Enne.</p><img data-image="${id}" alt=""><p>Pärast.</p>`,
  );
  await page.getByRole("button", { name: "Avalda", exact: true }).click();
  const told = "Mõnel pildil puudub kirjeldus. Lisa see või märgi pilt kaunistuseks.";
  const summary = page.getByRole("region", { name: "Palun paranda vead" });
  await expect(summary).toBeFocused();
  await expect(text(page)).toHaveAccessibleDescription(new RegExp(told));
  await expect(text(page)).toHaveAttribute("aria-invalid", "true");
  await expectSound(page);
  expect((await request.get(`/${identifier}`)).status()).toBe(404);
  await summary.getByRole("link", { name: `Tekst: ${told}` }).click();
  await expect(text(page)).toBeFocused();

  await text(page).getByText("Kirjeldus puudub").click();
  await page.getByRole("button", { name: "Pilt", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Pilt" });
  await dialog.getByRole("button", { name: "Muuda pilti" }).click();
  await expect(dialog.getByText("Kirjelda pilti või märgi see kaunistuseks.")).toBeVisible();
  await expect(dialog.getByLabel("Pildi kirjeldus")).toBeFocused();
  await expectSound(page);
  await page.keyboard.type("Punane ruut");
  await page.keyboard.press("Enter");
  await expect(text(page).getByRole("img", { name: "Punane ruut" })).toBeVisible();
  await page.getByRole("button", { name: "Avalda", exact: true }).click();
  await expect(notice(page, "Avaldatud. Lugejad näevad seda kohe.")).toBeVisible();
  await page.goto(`/${identifier}`);
  await expect(page.getByRole("img", { name: "Punane ruut" })).toBeVisible();
});

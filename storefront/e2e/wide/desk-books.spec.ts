// Books and categories at the desk.
import { enter, expectSound, goTo, stamp } from "../desk.ts";
import { expect, notice, test } from "../store.ts";

type Book = { slug: string; title: string };

/** Both widths run at once, so each uses its own book. */
const slugFor = (project: string) => (project === "360" ? "vurst-gabriel" : "tasuja");

test("a book is found, its subtitle changed for readers, and a wrong price reported at its field", async ({
  page,
  request,
}, { project }) => {
  const slug = slugFor(project.name);
  const books = (await (await request.get("/api/books")).json()) as Book[];
  const title = books.find((book) => book.slug === slug)?.title ?? "";
  const words = `Proovialapealkiri ${stamp()}`;

  await enter(page);
  await goTo(page, "Raamatud");
  await expectSound(page);
  const search = page.getByLabel("Otsi pealkirja, autori või ISBN-i järgi");
  await search.fill("qqqxxzz");
  await expect(page.getByText("Otsingule ei vasta ükski raamat.")).toBeVisible();
  await search.fill(title);
  await expect(page.getByText("1 raamat", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\?q=/);
  await page.getByRole("link", { name: title, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  // The store shows descriptions as text, so the editor offers no images and cards for them.
  const tools = page.getByRole("toolbar", { name: "Teksti kujundus" });
  await expect(tools.getByRole("button", { name: "Paks" })).toBeVisible();
  await expect(tools.getByRole("button", { name: "Pilt" })).toHaveCount(0);
  await expectSound(page);

  const price = page.getByLabel("Hind eurodes");
  const before = await price.inputValue();
  await price.fill("kümme");
  await page.getByRole("button", { name: "Salvesta", exact: true }).click();
  const summary = page.getByRole("region", { name: "Palun paranda vead" });
  await expect(summary).toBeFocused();
  await expect(price).toHaveAttribute("aria-invalid", "true");
  await expect(price).toHaveAccessibleDescription(/Kirjuta hind eurodes, näiteks 9,90\./);
  await expectSound(page);
  await summary.getByRole("link", { name: /^Hind eurodes:/ }).click();
  await expect(price).toBeFocused();
  await price.fill(before);

  const subtitle = page.getByRole("textbox", { name: "Alapealkiri" });
  const old = await subtitle.inputValue();
  const save = async (value: string) => {
    await subtitle.fill(value);
    await expect(page.getByText("Salvestamata muudatused")).toBeVisible();
    await page.getByRole("button", { name: "Salvesta", exact: true }).click();
    await expect(page.getByText("Kõik on salvestatud")).toBeVisible();
  };
  await save(words);
  await expect(notice(page, "Raamat on salvestatud. Pood näitab seda kohe.")).toBeVisible();
  try {
    const store = await page.context().newPage();
    await store.goto(`/raamatud/${slug}`);
    await expect(store.getByText(words)).toBeVisible();
    await store.close();
    await page.reload();
    await expect(subtitle).toHaveValue(words);
    await expect(price).toHaveValue(before);
  } finally {
    await save(old);
  }
  await page.getByRole("link", { name: "Kõik raamatud" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Raamatud" })).toBeVisible();
});

test("categories are added, renamed, ordered by keyboard and deleted", async ({
  page,
  request,
}) => {
  const mark = stamp();
  const [top, first, second] = [`Proov ${mark}`, `Esimene ${mark}`, `Teine ${mark}`];
  await enter(page);
  await goTo(page, "Kategooriad");
  await expectSound(page);
  const dialog = page.getByRole("dialog");
  const add = async (name: string, opens: string) => {
    await page.getByRole("button", { name: opens, exact: true }).click();
    await dialog.getByLabel("Nimi").fill(name);
    // Other journeys use the store's menu.
    await dialog.getByLabel("Näita poe menüüs").uncheck();
    await dialog.getByRole("button", { name: "Salvesta" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("button", { name: `Muuda: ${name}` })).toBeFocused();
  };

  await page.getByRole("button", { name: "Lisa kategooria" }).click();
  await dialog.getByRole("button", { name: "Salvesta" }).click();
  await expect(dialog.getByRole("region", { name: "Palun paranda vead" })).toBeFocused();
  await expectSound(page);
  await dialog.getByRole("button", { name: "Tühista" }).click();
  await add(top, "Lisa kategooria");
  await add(first, `Lisa alla: ${top}`);
  await add(second, `Lisa alla: ${top}`);
  await expectSound(page);

  const below = page.locator("li li .desk-tree__name", { hasText: mark });
  await expect(below).toHaveText([first, second]);
  const up = page.getByRole("button", { name: `Liiguta üles: ${second}` });
  await up.focus();
  await page.keyboard.press("Enter");
  await expect(below).toHaveText([second, first]);
  await expect(up).toBeFocused();
  await expect(page.getByText(`${second} on nüüd 1. kohal (kokku 2).`)).toBeAttached();
  // At the end of the list nothing moves.
  await page.keyboard.press("Enter");
  await expect(below).toHaveText([second, first]);
  await page.reload();
  await expect(below).toHaveText([second, first]);

  await page.getByRole("button", { name: `Muuda: ${first}` }).click();
  await expectSound(page);
  const renamed = `Kolmas ${mark}`;
  await dialog.getByLabel("Nimi").fill(renamed);
  await page.keyboard.press("Enter");
  await expect(notice(page, "Kategooria on salvestatud.")).toBeVisible();
  await expect(below).toHaveText([second, renamed]);

  await page.getByRole("button", { name: `Kustuta: ${top}` }).click();
  await expect(dialog.getByRole("heading", { name: "Kategooriat ei saa kustutada" })).toBeVisible();
  await expect(dialog.getByText(/on 2 alamkategooriat\. Vii need enne mujale\.$/)).toBeVisible();
  await expectSound(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  for (const name of [second, renamed, top]) {
    await page.getByRole("button", { name: `Kustuta: ${name}` }).click();
    await dialog.getByRole("button", { name: "Kustuta" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.locator(".desk-tree__name", { hasText: name })).toHaveCount(0);
  }
  expect(await (await request.get("/api/categories")).text()).not.toContain(mark);
});

// The editors' desk: who gets in, a page from draft to readers and back, two people on one text, a
// session that ends in the middle of work, and a row of books ordered by keyboard.
import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { DEMO, expect, expectAccessible, expectNoSidewaysScroll, notice, test } from "./store.ts";

const EDITOR = { email: "toimetaja@heliriiul.test", password: "heliriiul" };

async function enter(page: Page, { email, password } = EDITOR): Promise<void> {
  await page.goto("/toimetus/");
  await page.getByLabel("Meiliaadress").fill(email);
  await page.getByLabel("Parool", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Logi sisse" }).click();
}

/** A screen of the desk that breaks no rule. Contrast is measured when what fades in has come. */
async function expectSound(page: Page): Promise<void> {
  await page.evaluate(() => {
    const coming = [...document.querySelectorAll("dialog, .toast")];
    return Promise.allSettled(
      coming.flatMap((each) => each.getAnimations().map((animation) => animation.finished)),
    );
  });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

const text = (page: Page) => page.getByRole("textbox", { name: "Tekst", exact: true });

async function writeAtEnd(page: Page, words: string): Promise<void> {
  await text(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type(words);
}

let made = 0;
/** A page of the test's own, made by the API as a draft; answers its id. */
async function aPage(request: APIRequestContext, content: string) {
  made += 1;
  const identifier = `proov-${Date.now().toString(36)}-${process.pid}-${made}`;
  const login = await request.post("/api/login", { data: EDITOR });
  const { apiToken } = (await login.json()) as { apiToken: string };
  const answer = await request.post("/api/desk/items", {
    headers: { "Api-Token": apiToken },
    data: { kind: "page", identifier, body: { title: "Proovileht", content } },
  });
  expect(answer.status()).toBe(201);
  const { id } = (await answer.json()) as { id: string };
  return { id, identifier };
}

/** Another person's browser at the same document. */
async function another(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({ viewport: page.viewportSize() });
  const other = await context.newPage();
  await other.goto(new URL("/toimetus/", page.url()).href);
  await other.getByLabel("Meiliaadress").fill(EDITOR.email);
  await other.getByLabel("Parool", { exact: true }).fill(EDITOR.password);
  await other.getByRole("button", { name: "Logi sisse" }).click();
  await expect(other.getByRole("heading", { level: 1, name: "Tekstid" })).toBeVisible();
  await other.goto(page.url());
  await expect(text(other)).toBeVisible();
  return other;
}

test("a listener is told politely that the desk is for editors", async ({ page }) => {
  await page.goto("/toimetus/");
  await expect(page.getByRole("heading", { level: 1, name: "Logi toimetusse" })).toBeVisible();
  await expectSound(page);
  await enter(page, DEMO.listener);
  await expect(page.getByRole("heading", { name: "See on kuulaja konto" })).toBeVisible();
  await expectSound(page);
  await page.goto("/toimetus/uus");
  await expect(page.getByRole("heading", { level: 1, name: "Logi toimetusse" })).toBeVisible();
});

test("an editor changes a page, readers see it when it is published, and the old text comes back", async ({
  page,
  request,
}, { project }) => {
  // Both widths run at once, each on a page of its own.
  const { title, address } =
    project.name === "360"
      ? { title: "Meist", address: "/meist" }
      : { title: "Abi", address: "/abi" };
  const words = `Proovilause ${Date.now()}`;
  const shown = async () => (await request.get(address)).text();

  await enter(page);
  await expect(page.getByRole("heading", { level: 1, name: "Tekstid" })).toBeVisible();
  await expectSound(page);
  await page.getByLabel("Otsi pealkirja või tunnuse järgi").fill(address.slice(1));
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

test("a new page is made, goes up, is taken down", async ({ page, request, allowed }) => {
  allowed.push(409);
  const mark = Date.now().toString(36);
  await enter(page);
  await page.getByRole("link", { name: "Lisa uus" }).click();
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
  // The whole toolbar by keyboard: one stop of the Tab key, arrows inside.
  await page.getByRole("button", { name: "Pealkiri", exact: true }).focus();
  await page.keyboard.press("Enter");
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

test("two people on one text: the second sees both and nothing is lost", async ({
  page,
  browser,
  request,
  allowed,
}) => {
  allowed.push(409);
  const { id } = await aPage(request, "<p>Ühine algus.</p>");
  await enter(page);
  await expect(page.getByRole("heading", { level: 1, name: "Tekstid" })).toBeVisible();
  await page.goto(`/toimetus/sisu/${id}`);
  await expect(text(page)).toBeVisible();
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

  // The other one now meets the same, and takes the newer text; their own stays in the history.
  await writeAtEnd(other, "Veel midagi.");
  await other.getByRole("button", { name: "Salvesta mustand" }).click();
  await other.getByRole("button", { name: "Võta teine tekst" }).click();
  await expect(notice(other, "Teine tekst on ees. Sinu oma on ajaloos.")).toBeVisible();
  await expect(text(other)).toContainText("Minu lisandus.");
  await other.getByRole("link", { name: "Ajalugu" }).click();
  const history = other.getByRole("navigation", { name: "Versioonid" }).getByRole("link");
  await expect(history).toHaveCount(5);
  await history.nth(1).click();
  await expect(other.getByText("Veel midagi.")).toBeVisible();
  await other.context().close();
});

test("unsaved work is not left unasked, and outlives the session", async ({
  page,
  request,
  allowed,
}) => {
  allowed.push(401);
  const { id } = await aPage(request, "<p>Algus.</p>");
  await enter(page);
  await expect(page.getByRole("heading", { level: 1, name: "Tekstid" })).toBeVisible();
  await page.goto(`/toimetus/sisu/${id}`);
  await writeAtEnd(page, "Pooleli mõte.");
  await page.getByRole("link", { name: "Kõik tekstid" }).click();
  const question = page.getByRole("dialog", { name: "Salvestamata muudatused" });
  await expect(question).toBeVisible();
  await expectSound(page);
  await question.getByRole("button", { name: "Jää siia" }).click();
  await expect(text(page)).toContainText("Pooleli mõte.");

  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem("heliriiul.desk") ?? "{}").token as string,
  );
  await writeAtEnd(page, "Veel üks mõte.");
  await request.post("/api/logout", { headers: { "Api-Token": token } });
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

test("a row of books is filled by search and ordered by keyboard", async ({ page }) => {
  await enter(page);
  await page.getByRole("link", { name: "Lisa uus" }).click();
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

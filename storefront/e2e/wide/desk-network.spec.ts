// The desk on a bad network: slow saves, lost responses, no network. Typed text is stored,
// saved in the end, and never in conflict with itself.
import type { Page, Request, Route } from "@playwright/test";
import {
  backups,
  conflictOn,
  deskOf,
  enter,
  expectSaved,
  expectSound,
  openOwnPage,
  saveLine,
  text,
  writeAtEnd,
} from "../desk.ts";
import { expect, notice, test } from "../store.ts";

test.beforeEach(() => test.setTimeout(120_000));

const isSave = (request: Request) => request.method() === "PUT";

/** Holds saves back until each is released. */
async function slowSaves(page: Page, id: string) {
  let held: Route[] = [];
  let isOpen = false;
  await page.route(`**/api/desk/items/${id}`, async (route) => {
    if (isOpen || !isSave(route.request())) await route.continue();
    else held.push(route);
  });
  return {
    waiting: () => held.length,
    letOne: async () => {
      await held.shift()?.continue();
    },
    open: async () => {
      isOpen = true;
      const all = held;
      held = [];
      for (const route of all) await route.continue();
    },
  };
}

/** The server handles the next call, and the response is lost. */
async function loseAnswer(page: Page, address: string, method: string): Promise<void> {
  let isLost = false;
  await page.route(address, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback();
    isLost = true;
    expect((await route.fetch()).ok()).toBe(true);
    await route.abort();
  });
}

test("typing continues during a slow save, and the next save takes the new text", async ({
  page,
}) => {
  await enter(page);
  const { id } = await openOwnPage(page, "<p>Algus.</p>");
  const saves = await slowSaves(page, id);
  await writeAtEnd(page, "Esimene lause.");
  await expect.poll(saves.waiting).toBe(1);
  await expect(saveLine(page)).toHaveText("Salvestan …");
  await expectSound(page);
  await page.keyboard.type(" Teine lause.");
  await expect(text(page)).toBeFocused();
  await expect(saveLine(page)).toHaveText("Salvestan …");
  await page.getByLabel("Kokkuvõte").fill("Lühidalt.");
  await saves.letOne();
  // The first text is saved, the newer one is not yet.
  await expect(saveLine(page)).toHaveText("Salvestamata muudatused");
  const desk = await deskOf(page.request);
  expect((await desk.item(id)).body.content).toContain("Esimene lause.");
  expect((await desk.item(id)).body.content).not.toContain("Teine lause.");
  await expect.poll(saves.waiting).toBe(1);
  // Pressing save during a save waits for it and does not fail.
  await page.keyboard.press("Control+s");
  await expect(saveLine(page)).toHaveText("Salvestan …");
  await saves.open();
  await expect(notice(page, "Mustand on salvestatud.")).toBeVisible();
  await expectSaved(page);
  await expect(conflictOn(page)).toHaveCount(0);
  await page.reload();
  await expect(text(page)).toContainText("Esimene lause. Teine lause.");
  await expect(page.getByLabel("Kokkuvõte")).toHaveValue("Lühidalt.");
  await expect(page.getByText("Siin on salvestamata tekst")).toHaveCount(0);
});

test("a page is written and published over a slow network", async ({ page }) => {
  await enter(page);
  const { identifier } = await openOwnPage(page, "<p>Algus.</p>");
  const line = await page.context().newCDPSession(page);
  await line.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 1500,
    downloadThroughput: 6000,
    uploadThroughput: 3000,
  });
  await writeAtEnd(page, "Aeglane");
  for (const word of ["rida", "viib", "sõnad", "kohale"]) {
    await page.keyboard.type(` ${word}`, { delay: 150 });
  }
  await page.getByRole("button", { name: "Avalda", exact: true }).click();
  await expect(page.getByRole("button", { name: "Avaldan …" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await page.getByLabel("Kokkuvõte").fill("Kirjutatud avaldamise ajal.");
  await expect(notice(page, "Avaldatud. Lugejad näevad seda kohe.")).toBeVisible();
  await expectSaved(page);
  await expect(page.getByText("Muudatused avaldamata")).toBeVisible();
  await line.detach();
  const shown = await (await page.request.get(`/${identifier}`)).text();
  expect(shown).toContain("Aeglane rida viib sõnad kohale");
  expect(shown).not.toContain("Kirjutatud avaldamise ajal.");
  await page.reload();
  await expect(page.getByLabel("Kokkuvõte")).toHaveValue("Kirjutatud avaldamise ajal.");
  await expect(text(page)).toContainText("Aeglane rida viib sõnad kohale");
});

test("a save whose response is lost is retried without a conflict", async ({ page, allowed }) => {
  allowed.push("net::ERR_");
  await enter(page);
  const { id } = await openOwnPage(page, "<p>Algus.</p>");
  await loseAnswer(page, `**/api/desk/items/${id}`, "PUT");
  await writeAtEnd(page, "Kohal, aga vastuseta.");
  await expect(saveLine(page)).toHaveText("Võrk puudub – proovin uuesti");
  await page.keyboard.type(" Ja edasi.");
  await expectSaved(page);
  await expect(conflictOn(page)).toHaveCount(0);

  // The same for a manual save, twice.
  await loseAnswer(page, `**/api/desk/items/${id}`, "PUT");
  await page.keyboard.type(" Käsitsi.");
  await page.keyboard.press("Control+s");
  await expect(
    notice(page, /^Salvestamine ebaõnnestus\. Sinu tekst on siin alles\./),
  ).toBeVisible();
  await expectSound(page);
  await page.keyboard.press("Control+s");
  await expect(notice(page, "Mustand on salvestatud.")).toBeVisible();
  await expect(conflictOn(page)).toHaveCount(0);

  // And for publishing: the second press finds it done.
  await loseAnswer(page, `**/api/desk/items/${id}/publish`, "POST");
  const publish = page.getByRole("button", { name: "Avalda", exact: true });
  await publish.click();
  await expect(notice(page, /^Avaldamine ebaõnnestus\. Sinu tekst on siin alles\./)).toBeVisible();
  await publish.click();
  await expect(notice(page, "Avaldatud. Lugejad näevad seda kohe.")).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Olek" })).toContainText("Avaldatud");
  const desk = await deskOf(page.request);
  expect((await desk.acts(id)).filter((act) => act === "publish")).toHaveLength(1);
  await page.reload();
  await expect(text(page)).toContainText("Kohal, aga vastuseta. Ja edasi. Käsitsi.");
});

test("without a network the desk says so, stores the text, and saves it later", async ({
  page,
  context,
  allowed,
}) => {
  allowed.push("net::ERR_");
  await enter(page);
  const { id } = await openOwnPage(page, "<p>Algus.</p>");
  await context.setOffline(true);
  await writeAtEnd(page, "Rongis kirjutatud.");
  await expect(saveLine(page)).toHaveText("Võrk puudub – proovin uuesti");
  await expect(
    page.getByRole("status").filter({ hasText: "Võrk puudub – proovin uuesti" }),
  ).toBeAttached();
  await page.keyboard.type(" Ikka veel rongis.");
  await expect(text(page)).toBeFocused();
  await expectSound(page);
  await expect.poll(() => backups(page, id)).toContain("Ikka veel rongis.");
  await page.getByRole("button", { name: "Salvesta mustand" }).click();
  await expect(
    notice(page, /Ühendus serveriga puudub\. Kontrolli võrku ja proovi uuesti\.$/),
  ).toBeVisible();
  await expect(text(page)).toContainText("Rongis kirjutatud. Ikka veel rongis.");

  await context.setOffline(false);
  await expectSaved(page);
  await expect(conflictOn(page)).toHaveCount(0);
  await expect.poll(() => backups(page, id)).toBe("");
  await page.reload();
  await expect(text(page)).toContainText("Rongis kirjutatud. Ikka veel rongis.");
});

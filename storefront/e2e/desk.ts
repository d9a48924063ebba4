// Shared parts of the desk's journeys: login, checks of a screen, own documents.
import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { expect, expectAccessible, expectNoSidewaysScroll } from "./store.ts";

/** Created by the demo content. */
export const EDITOR = {
  email: "toimetaja@heliriiul.test",
  password: "heliriiul",
  name: "Tiina Toimetaja",
};
export const ADMIN = {
  email: "haldur@heliriiul.test",
  password: "heliriiul",
  name: "Hando Haldur",
};

type Person = { email: string; password: string };

/** Fills in the desk's login form and submits it. */
export async function logInAt(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("Meiliaadress").fill(email);
  await page.getByLabel("Parool", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Logi sisse" }).click();
}

/** Logs in to the desk and waits for its list. */
export async function enter(page: Page, who: Person = EDITOR): Promise<void> {
  await page.goto("/toimetus/");
  await logInAt(page, who);
  await expect(page.getByRole("heading", { level: 1, name: "Tekstid" })).toBeVisible();
}

/**
 * Expects an accessible screen without sideways scroll. Waits for fades before contrast is measured. The page in the
 * preview's frame has its own landmarks, which axe would take for the desk's: it is checked where it
 * is opened alone.
 */
export async function expectSound(page: Page): Promise<void> {
  await page.evaluate(() => {
    const coming = [...document.querySelectorAll("dialog, .toast")];
    return Promise.allSettled(
      coming.flatMap((each) => each.getAnimations().map((animation) => animation.finished)),
    );
  });
  await expectAccessible(page, ".desk-preview__frame");
  await expectNoSidewaysScroll(page);
}

/** Opens a part of the desk by its menu. */
export async function goTo(page: Page, part: string): Promise<void> {
  await page
    .getByRole("navigation", { name: "Toimetuse menüü" })
    .getByRole("link", { name: part })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: part })).toBeVisible();
}

export const text = (page: Page) => page.getByRole("textbox", { name: "Tekst", exact: true });

export async function writeAtEnd(page: Page, words: string): Promise<void> {
  await text(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type(words);
}

let made = 0;
/** An identifier that is unused in this store. */
export function stamp(): string {
  made += 1;
  return `${Date.now().toString(36)}-${process.pid}-${made}`;
}

/** The api token of an editor who has just logged in. */
export async function tokenOf(
  request: APIRequestContext,
  { email, password }: Person = EDITOR,
): Promise<string> {
  const answer = await request.post("/api/login", { data: { email, password } });
  return ((await answer.json()) as { apiToken: string }).apiToken;
}

/** Ends the page's session on the server. */
export async function endSession(page: Page, request: APIRequestContext): Promise<void> {
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem("heliriiul.desk") ?? "{}").token as string,
  );
  await request.post("/api/logout", { headers: { "Api-Token": token } });
}

/** Creates a draft page through the API and opens it in the desk. */
export async function openOwnPage(page: Page, content: string) {
  const mark = stamp();
  const identifier = `proov-${mark}`;
  const title = `Proovileht ${mark}`;
  const answer = await page.request.post("/api/desk/items", {
    headers: { "Api-Token": await tokenOf(page.request) },
    data: { kind: "page", identifier, body: { title, content } },
  });
  expect(answer.status()).toBe(201);
  const { id } = (await answer.json()) as { id: string };
  await page.goto(`/toimetus/sisu/${id}`);
  await expect(text(page)).toBeVisible();
  return { id, identifier, title };
}

/** Opens the same document in another person's browser. */
export async function another(browser: Browser, page: Page, who: Person = EDITOR): Promise<Page> {
  const context = await browser.newContext({
    baseURL: new URL("/", page.url()).href,
    viewport: page.viewportSize(),
    locale: "et-EE",
    timezoneId: "Europe/Tallinn",
  });
  const other = await context.newPage();
  await enter(other, who);
  await other.goto(page.url());
  await expect(text(other)).toBeVisible();
  return other;
}

/** The line that shows whether everything is saved. */
export const saveLine = (page: Page) => page.locator(".desk-actions__line");

/** Waits until everything is saved. */
export async function expectSaved(page: Page): Promise<void> {
  await expect(saveLine(page)).toHaveText(/^Salvestatud \d\d:\d\d$/);
}

/** Expects the conflict view with both texts. */
export const conflictOn = (page: Page) =>
  page.getByRole("region", { name: "Keegi on vahepeal salvestanud" });

type Saved = { id: string; revision: number; savedBy: string | null; body: { content: string } };

/** Calls of the desk's API as an editor. */
export async function deskOf(request: APIRequestContext, who: Person = EDITOR) {
  const headers = { "Api-Token": await tokenOf(request, who) };
  const read = async <T>(path: string) => {
    const answer = await request.get(`/api/desk${path}`, { headers });
    expect(answer.ok(), path).toBe(true);
    return (await answer.json()) as T;
  };
  const revisions = async (id: string) => {
    const list = await read<{ revision: number }[]>(`/items/${id}/revisions`);
    return Promise.all(
      list.map(({ revision }) => read<Saved>(`/items/${id}/revisions/${revision}`)),
    );
  };
  return {
    read,
    call: (path: string, data: unknown) => request.post(`/api/desk${path}`, { headers, data }),
    put: (path: string, data: unknown) => request.put(`/api/desk${path}`, { headers, data }),
    item: (id: string) => read<Saved>(`/items/${id}`),
    /** The texts of all revisions. */
    history: async (id: string) => (await revisions(id)).map(({ body }) => body.content),
    acts: async (id: string) =>
      (await read<{ act: string }[]>(`/items/${id}/audit`)).map(({ act }) => act),
  };
}

/** The desk's backups of unsaved work in IndexedDB, as JSON; of one document or book when `id` is given. */
export const backups = (page: Page, id = ""): Promise<string> =>
  page.evaluate(async (id) => {
    const open = indexedDB.open("heliriiul.desk");
    const database = await new Promise<IDBDatabase>((done, fail) => {
      open.onsuccess = () => done(open.result);
      open.onerror = () => fail(open.error);
    });
    try {
      if (!database.objectStoreNames.contains("backups")) return "";
      const all = database.transaction("backups").objectStore("backups").getAll();
      const records = await new Promise<{ id: string }[]>((done, fail) => {
        all.onsuccess = () => done(all.result);
        all.onerror = () => fail(all.error);
      });
      const found = records.filter((record) => id === "" || record.id === id);
      return found.length > 0 ? JSON.stringify(found) : "";
    } finally {
      database.close();
    }
  }, id);

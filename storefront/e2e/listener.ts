// A listener at the player: an account with a book in the library, measurements of the sound, and the controls.
import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import { expect, newAddress, PASSWORD } from "./store.ts";

/** A free book of the demo with three files. Anyone may add it to the library, and it stays playable. */
export const FREE_BOOK = { slug: "eesti-muinasjutud", title: "Eesti muinasjutud" };

export type Listener = { user: Record<string, unknown>; bookId: string };

/** Creates an account for the test, with the book in its library. */
export async function newListener(request: APIRequestContext): Promise<Listener> {
  const registered = await request.post("/api/register", {
    data: {
      email: newAddress("kuulab"),
      firstName: "Mari",
      lastName: "Maasikas",
      password: PASSWORD,
    },
  });
  expect(registered.status()).toBe(201);
  const user = (await registered.json()) as Record<string, unknown>;
  const book = (await (await request.get(`/api/books/slug/${FREE_BOOK.slug}`)).json()) as {
    id: string;
  };
  const added = await request.post("/api/library", {
    headers: { "Api-Token": String(user.apiToken) },
    data: { bookId: book.id },
  });
  expect(added.ok()).toBe(true);
  return { user, bookId: book.id };
}

/** Logs in as `listener` and measures every audio element of the pages opened later. */
export async function enter(context: BrowserContext, { user }: Listener) {
  await context.addInitScript(({ apiToken, ...profile }) => {
    if (!localStorage.getItem("heliriiul.token")) {
      localStorage.setItem("heliriiul.token", String(apiToken));
      localStorage.setItem("heliriiul.user", JSON.stringify(profile));
    }
    const elements: HTMLAudioElement[] = [];
    const places = new Map<HTMLAudioElement, number>();
    const ear = { quietest: 0, since: performance.now(), rate: 0 };
    const Native = window.Audio;
    window.Audio = function make() {
      const element = new Native();
      elements.push(element);
      return element;
    } as unknown as typeof Audio;
    setInterval(() => {
      const now = performance.now();
      for (const element of elements) {
        const moved = element.currentTime !== places.get(element);
        places.set(element, element.currentTime);
        if (element.paused || !moved) continue;
        ear.since = now;
        ear.rate = element.playbackRate;
      }
      ear.quietest = Math.max(ear.quietest, now - ear.since);
    }, 20);
    Object.assign(window, { ear });
  }, user);
}

type Ear = { quietest: number; since: number; rate: number };
/** The longest silence in milliseconds since `listen`, and the speed of the sound. */
export const heard = (page: Page) =>
  page.evaluate(() => ({ ...(window as unknown as { ear: Ear }).ear }));
export const listen = (page: Page) =>
  page.evaluate(() => {
    const { ear } = window as unknown as { ear: Ear };
    ear.quietest = 0;
    ear.since = performance.now();
  });

export const bar = (page: Page) => page.getByRole("slider", { name: "Asukoht peatükis" });
export const place = async (page: Page) => Number(await bar(page).inputValue());
export const pause = (page: Page) => page.getByRole("button", { name: "Peata", exact: true });
export const play = (page: Page) => page.getByRole("button", { name: "Mängi", exact: true });
export const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 960;

export async function openPlayer(page: Page, { bookId }: Listener) {
  await page.goto(`/kuula/${bookId}`);
  await expect(page.getByRole("heading", { level: 1, name: FREE_BOOK.title })).toBeVisible();
  await expect(play(page).or(pause(page))).toBeVisible();
}

export async function startPlaying(page: Page) {
  if (await play(page).isVisible()) await play(page).click();
  const before = await place(page);
  await expect(async () => expect(await place(page)).toBeGreaterThan(before)).toPass();
}

export async function chooseChapter(page: Page, number: number) {
  if (isNarrow(page)) await page.getByRole("button", { name: "Peatükid" }).click();
  await page
    .getByRole("listitem")
    .nth(number - 1)
    .getByRole("button")
    .click();
}

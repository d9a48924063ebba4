// Shared fixtures of all journeys: a page that fails the test on a console error, axe, and the outbox and accounts of
// the sandbox.
import { AxeBuilder } from "@axe-core/playwright";
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from "@playwright/test";

export { expect };

export const PASSWORD = "saladus1";
/** Created by the demo content. */
export const DEMO = {
  listener: { email: "kuulaja@heliriiul.test", password: "heliriiul" },
  newcomer: { email: "uus@heliriiul.test", password: "heliriiul" },
};

export type Mail = { to: string; subject: string; text: string; html: string; links: string[] };

type Store = {
  /** Expected failures of calls, by status or network error; Chromium logs each to the console. */
  allowed: (number | "net::ERR_")[];
  guard: undefined;
};

export const test = base.extend<Store>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  allowed: async ({}, use) => {
    await use([]);
  },
  guard: [
    async ({ page, browser, allowed }, use) => {
      const faults: string[] = [];
      const note = (text: string) => {
        const isMeant = allowed.some((how) =>
          text.includes(typeof how === "number" ? `status of ${how}` : how),
        );
        if (!isMeant) faults.push(text);
      };
      const watch = (context: BrowserContext) => {
        context.on("weberror", (failure) => {
          // A script injected into every page cannot run in an empty one.
          const isOfStore = failure.page()?.url().startsWith("http");
          if (isOfStore) note(`page error: ${failure.error().message}`);
        });
        context.on("console", (message) => {
          if (message.type() === "error" || message.type() === "warning") {
            note(`${message.type()}: ${message.text()} (${message.location().url})`);
          }
        });
      };
      watch(page.context());
      // Browsers of other people too.
      browser.on("context", watch);
      await use(undefined);
      browser.off("context", watch);
      expect(faults, "errors in the browser's console").toEqual([]);
    },
    { auto: true },
  ],
});

/** Expects no violation of axe on the current screen; `except` is a selector to leave out. */
export async function expectAccessible(page: Page, except?: string): Promise<void> {
  const axe = new AxeBuilder({ page }).withTags([
    "wcag2a",
    "wcag2aa",
    "wcag21a",
    "wcag21aa",
    "wcag22aa",
    "best-practice",
  ]);
  // Legacy mode opens no second page for the report, which would cost a quarter of the browser's CPU. Only frames of
  // other origins need that page.
  const { violations } = await (except ? axe.exclude(except) : axe).setLegacyMode().analyze();
  const violationTexts = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(" | ")}`,
  );
  expect(violationTexts, `axe on ${page.url()}`).toEqual([]);
}

/** Expects no sideways scroll at the page's own width and on a phone. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const own = page.viewportSize();
  if (!own) throw new Error("The page has no viewport.");
  for (const width of new Set([360, own.width])) {
    await page.setViewportSize({ ...own, width });
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(over, `sideways scroll on ${page.url()} at ${width} px`).toBeLessThanOrEqual(0);
  }
}

let made = 0;
/** An email address that is unused in this store. */
export function newAddress(name = "kuulaja"): string {
  made += 1;
  return `${name}.${Date.now().toString(36)}${process.pid}x${made}@heliriiul.test`;
}

/** The newest email to `to` whose subject or text matches; waits for the job that sends it. */
export async function mailTo(
  request: APIRequestContext,
  to: string,
  about: RegExp = /./,
): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(
      async () => {
        const answer = await request.get("/_sandbox/mail", {
          headers: { Accept: "application/json" },
        });
        const mails = (await answer.json()) as Mail[];
        found = mails.find((mail) => mail.to.includes(to) && about.test(mail.subject + mail.text));
        return found !== undefined;
      },
      { message: `an email to ${to}`, timeout: 15_000 },
    )
    .toBe(true);
  if (!found) throw new Error(`no email to ${to}`);
  return found;
}

/** The email's link that contains `part`, as a path of this store. */
export function linkIn(mail: Mail, part: string): string {
  const link = mail.links.find((each) => each.includes(part));
  if (!link) throw new Error(`no ${part} among ${mail.links.join(", ")}`);
  const url = new URL(link, "http://store.invalid");
  return url.pathname + url.search;
}

export type Account = { email: string; password: string; token: string };

/** Creates an account through the API; `verified` confirms it with the emailed token. */
export async function newAccount(
  request: APIRequestContext,
  { verified = true } = {},
): Promise<Account> {
  const email = newAddress();
  const answer = await request.post("/api/register", {
    data: { email, firstName: "Mari", lastName: "Maasikas", password: PASSWORD },
  });
  expect(answer.status()).toBe(201);
  const { apiToken } = (await answer.json()) as { apiToken: string };
  if (verified) {
    const link = linkIn(await mailTo(request, email, /./), "verify-email");
    const token = new URL(link, "http://store.invalid").searchParams.get("token");
    expect((await request.post("/api/verify", { data: { token } })).status()).toBe(200);
  }
  return { email, password: PASSWORD, token: apiToken };
}

/** Logs in through the form. */
export async function logIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Meiliaadress").fill(email);
  await page.getByLabel("Parool", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Logi sisse" }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** Visible books with a price, cheapest first. */
export async function pricedBooks(
  request: APIRequestContext,
): Promise<{ id: string; slug: string; title: string; author: string; price: number }[]> {
  const books = (await (await request.get("/api/books")).json()) as {
    id: string;
    slug: string;
    title: string;
    author: string;
    price: number | null;
    paymentType: string;
  }[];
  return books
    .filter((book) => book.price !== null && book.price > 0 && book.paymentType !== "SUBSCRIPTION")
    .map((book) => ({ ...book, price: book.price ?? 0 }))
    .sort((a, b) => a.price - b.price);
}

/** The notice on the screen. */
export const notice = (page: Page, text: string | RegExp) =>
  page.getByRole("region", { name: "Teated" }).getByText(text);

/** Orders on the page of the card payment, which opens the dialog. */
export async function orderByCard(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Telli ja maksa" }).click();
}

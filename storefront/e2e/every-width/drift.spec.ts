// The server's page and React's page are equal: the same text, elements, classes and pixels with JavaScript
// off and on, no layout shift during the swap, and no loss of typed text, focus or scroll position.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { expect, test } from "../store.ts";

/** One page of each template. Their layout shifts and heads are checked. */
const KINDS = [
  ["home", "/"],
  ["the list", "/raamatud"],
  ["a category below another", "/raamatud/kategooria/lastele/muinasjutud"],
  ["a book of a series", "/raamatud/tode-ja-oigus-1"],
  ["a content page", "/kasutustingimused"],
  ["an address that leads nowhere", "/pole/sellist/lehte"],
] as const;

/** Compared in pixels. A unit test (src/testing/rendered.test.tsx) compares the markup of every state. */
const PICTURED = KINDS.filter(([name]) => /^(home|the list|a book|a content page)/.test(name));
const MISSING = "/pole/sellist/lehte";

/** Share of pixels that may differ: the edges of images that were scaled twice. */
const PIXELS = 0.001;

/** Shown only without JavaScript, at the end of the page. */
const ONLY_WITHOUT = ".noscript { display: none !important }";

/** React's first commit removes the server's marks. */
async function takenOver(page: Page): Promise<void> {
  await expect(page.locator('head [data-shell=""]')).toHaveCount(0);
  await page.waitForLoadState("networkidle");
}

type Shift = { value: number; moved: string[] };

/** Records layout shifts from the first paint on. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as {
        value: number;
        sources: { node: Node | null }[];
      }[]) {
        const moved = entry.sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 120) : String(node?.nodeValue),
        );
        shifts.push({ value: entry.value, moved });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

async function expectStill(page: Page): Promise<void> {
  // The entry arrives with the frame after the shift.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  expect(shifts, "layout shifts").toEqual([]);
}

/** Scrolls to the end and back, so that lazy images load. */
async function wholePage(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 600) {
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), top);
  }
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  // Sliders have images beyond their edge, which do not load. Waits for the visible ones.
  await expect
    .poll(() =>
      page.evaluate(() => {
        const inSight = [...document.images].filter((image) => {
          const { left, right } = image.getBoundingClientRect();
          return right > 0 && left < innerWidth;
        });
        return (
          document.fonts.status === "loaded" &&
          inSight.every((image) => image.complete && image.naturalWidth > 0)
        );
      }),
    )
    .toBe(true);
}

/** What both must share: the visible text, and every element with its attributes. */
function drawn(
  page: Page,
): Promise<{ texts: Record<string, string>; outline: string[]; head: string[] }> {
  return page.evaluate(() => {
    /**
     * The value of a field: an attribute in the server's page, a property in React's, compared as `now`.
     * data-discover: the router's own mark on links, which nothing reads here.
     */
    const UNSHARED = new Set(["value", "selected", "data-discover"]);
    /** React's generated ids and their references: the rendered page does not need them. */
    const own = (value: string) => /^_r_\w+_$/.test(value);
    const outline: string[] = [];
    const walk = (element: Element, depth: number) => {
      const attributes = [...element.attributes]
        .filter(({ name, value }) => !UNSHARED.has(name) && !own(value))
        .map(({ name, value }) => `${name}="${value}"`)
        .sort();
      if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) {
        attributes.push(`now="${element.value}"`);
      }
      outline.push([`${" ".repeat(depth)}${element.localName}`, ...attributes].join(" "));
      for (const child of element.children) walk(child, depth + 1);
    };
    for (const element of document.getElementById("root")?.children ?? []) walk(element, 0);
    const texts: Record<string, string> = {};
    for (const part of ["header.header", "main", "footer"]) {
      // biome-ignore lint/performance/useDomNodeTextContent: the text as it is shown
      texts[part] = document.querySelector<HTMLElement>(part)?.innerText ?? "absent";
    }
    const head = [
      `title ${document.title}`,
      ...[...document.head.querySelectorAll('meta[name="description"], meta[name="robots"]')].map(
        (tag) => `${tag.getAttribute("name")} ${tag.getAttribute("content")}`,
      ),
      ...[...document.head.querySelectorAll('link[rel="canonical"]')].map(
        (tag) => `canonical ${tag.getAttribute("href")}`,
      ),
    ].sort();
    return { texts, outline, head };
  });
}

/**
 * Removes differences that come from styles. Fonts: a busy machine may paint before they
 * load, and then keeps the fallback. Scripting: a long description is shortened only if the button that
 * opens it works; the last test covers it without.
 */
async function underOneRule(page: Page): Promise<void> {
  await page.route("**/*.css", async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replaceAll("font-display:optional", "font-display:block")
      .replace(/\(scripting: ?enabled\)/g, "all")
      .replace(/\(scripting: ?none\)/g, "not all");
    await route.fulfill({ response, body });
  });
}

/** The same browser with JavaScript off. */
async function withoutScripts(
  browser: Browser,
  like: Page,
  cookies: Cookies,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: like.viewportSize(),
    hasTouch: await like.evaluate(() => navigator.maxTouchPoints > 0),
    locale: "et-EE",
    timezoneId: "Europe/Tallinn",
  });
  await context.addCookies(cookies);
  return { context, page: await context.newPage() };
}

type Cookies = { name: string; value: string; url: string }[];

async function expectNoDrift(
  page: Page,
  browser: Browser,
  path: string,
  cookies: Cookies = [],
): Promise<void> {
  const plain = await withoutScripts(browser, page, cookies);
  await underOneRule(plain.page);
  await plain.page.goto(path);
  await wholePage(plain.page);
  const before = await drawn(plain.page);
  const name = "page.png";
  const picture = test.info().snapshotPath(name, { kind: "screenshot" });
  const taken = await plain.page.screenshot({
    fullPage: true,
    animations: "disabled",
    caret: "hide",
    scale: "css",
    style: ONLY_WITHOUT,
  });
  await plain.context.close();

  await page.context().addCookies(cookies);
  await underOneRule(page);
  await page.goto(path);
  await takenOver(page);
  await wholePage(page);
  const after = await drawn(page);
  expect(after.texts).toEqual(before.texts);
  expect(after.outline).toEqual(before.outline);
  expect(after.head).toEqual(before.head);
  await mkdir(dirname(picture), { recursive: true });
  await writeFile(picture, taken);
  await expect(page).toHaveScreenshot(name, { fullPage: true, maxDiffPixelRatio: PIXELS });
}

for (const [name, path] of PICTURED) {
  test(`equal markup and pixels: ${name}`, async ({ page, browser }) => {
    await expectNoDrift(page, browser, path);
  });
}

test("equal markup and pixels: closed announcement, refused cookies, dark theme", async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const url = baseURL ?? "";
  const sections = (await (await request.get("/api/sections")).json()) as {
    identifier: string;
    updatedAt: string;
  }[];
  const announcement = sections.find(({ identifier }) => identifier === "announcement");
  const cookies = [
    { name: "hr_announcement", value: announcement?.updatedAt ?? "", url },
    { name: "hr_consent", value: "no", url },
    { name: "hr_theme", value: "dark", url },
  ];
  await expectNoDrift(page, browser, "/", cookies);
  await expect(page.getByRole("region", { name: "Teadaanne" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Küpsised" })).toHaveCount(0);
});

for (const [name, path] of KINDS) {
  test(`no layout shift: ${name}`, async ({ page, allowed }) => {
    if (path === MISSING) allowed.push(404);
    await watchShifts(page);
    await page.goto(path);
    await takenOver(page);
    await expectStill(page);
  });

  test(`no layout shift on a slow phone: ${name}`, async ({ page, context, allowed }, {
    project,
  }) => {
    test.skip(project.name !== "360", "a phone is narrow");
    if (path === MISSING) allowed.push(404);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 150,
      downloadThroughput: 1_600_000 / 8,
      uploadThroughput: 750_000 / 8,
    });
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await watchShifts(page);
    await page.goto(path);
    await takenOver(page);
    await expectStill(page);
  });
}

/** Opens `path` and delays React until the returned function is called. */
async function openBeforeReact(page: Page, path: string): Promise<() => Promise<void>> {
  let come = () => {};
  const held = new Promise<void>((done) => {
    come = done;
  });
  await page.route("**/assets/main-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  // The page is complete and styled: before that its height differs.
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(
      (link) => link.sheet !== null,
    ),
  );
  return async () => {
    come();
    await takenOver(page);
  };
}

test("typed text, the caret and scroll positions survive the swap", async ({ page }) => {
  const letReactCome = await openBeforeReact(page, "/raamatud");
  const search = page.getByRole("searchbox", { name: "Otsi raamatut" });
  // Two letters do not search yet.
  await search.fill("ke");
  await search.press("ArrowLeft");
  const chips = page.getByRole("navigation", { name: "Kategooriad" });
  const across = await chips.evaluate((row) => {
    row.scrollLeft = 60;
    return row.scrollLeft;
  });
  await page.evaluate(() => window.scrollTo({ top: 500, behavior: "instant" }));
  const before = await search.elementHandle();
  await letReactCome();

  expect(await before?.evaluate((input) => input.isConnected), "React drew its own").toBe(false);
  await expect(search).toHaveValue("ke");
  await expect(search).toBeFocused();
  expect(await search.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(1);
  expect(await chips.evaluate((row) => row.scrollLeft)).toBe(across);
  expect(await page.evaluate(() => scrollY)).toBe(500);
  // React's state has the text too: one more letter starts a search.
  await search.press("End");
  await search.press("v");
  await expect(page).toHaveURL(/\?q=kev$/);
});

test("an order chosen before the swap is the order after it", async ({ page }) => {
  const letReactCome = await openBeforeReact(page, "/raamatud");
  await page.getByLabel("Järjestus").selectOption("author");
  await letReactCome();
  await expect(page.getByLabel("Järjestus")).toHaveValue("author");
  await expect(page).toHaveURL(/\?sort=author$/);
});

test("a link that had focus has it after the swap, at the same place of the page", async ({
  page,
}) => {
  const letReactCome = await openBeforeReact(page, "/raamatud/kalevipoeg");
  const link = page.getByRole("main").getByRole("link").last();
  await link.focus();
  const top = await page.evaluate(() => scrollY);
  await letReactCome();
  await expect(link).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(top);
});

for (const [name, path] of KINDS) {
  test(`the head has one of each after the swap: ${name}`, async ({ page, allowed }) => {
    const missing = path === MISSING;
    if (missing) allowed.push(404);
    await page.goto(path);
    await takenOver(page);
    for (const [tag, count] of [
      ["title", 1],
      ['meta[name="description"]', missing ? 0 : 1],
      ['link[rel="canonical"]', missing ? 0 : 1],
      ['meta[name="robots"]', missing ? 1 : 0],
      ['meta[property="og:title"]', 1],
    ] as const) {
      await expect(page.locator(`head ${tag}`), tag).toHaveCount(count);
    }
    // The next screen adds its own tags and removes the rest of the server's tags.
    await page.getByRole("contentinfo").getByRole("link", { name: "Meist" }).click();
    await expect(page).toHaveTitle("Meist | Heliriiul");
    await expect(page.locator("head [data-shell]")).toHaveCount(0);
    for (const tag of ["title", 'meta[name="description"]', 'link[rel="canonical"]']) {
      await expect(page.locator(`head ${tag}`), tag).toHaveCount(1);
    }
    await expect(page.locator('head meta[name="robots"]')).toHaveCount(0);
  });
}

test("without scripts a long description is whole, and nothing offers to open it", async ({
  page,
  browser,
}) => {
  const plain = await withoutScripts(browser, page, []);
  await plain.page.goto("/raamatud/kalevipoeg");
  const description = plain.page.getByRole("region", { name: "Tutvustus" });
  await expect(description.getByRole("button", { includeHidden: true })).toBeHidden();
  const cut = await description
    .locator(".description__text")
    .evaluate((text) => text.scrollHeight - text.clientHeight);
  expect(cut).toBe(0);
  await plain.context.close();
});

// Hostile HTML from an editor's account in a real browser: in pages, in sections of the home page, in
// descriptions of books and in previews. Cleaning is the first barrier, the content security policy the second.
import { readFileSync } from "node:fs";
import type { APIRequestContext, Page } from "@playwright/test";
import { deskOf, enter } from "../desk.ts";
import { expect, expectNoSidewaysScroll, test } from "../store.ts";

const HOSTILE = JSON.parse(readFileSync("../cms/tests/hostile.json", "utf8")) as string[];
const EDITOR = { email: "toimetaja@heliriiul.test", password: "heliriiul" };

type Call = (path: string, data: unknown) => Promise<Record<string, unknown>>;

async function desk(request: APIRequestContext): Promise<Call> {
  const login = await request.post("/api/login", { data: EDITOR });
  const { apiToken } = (await login.json()) as { apiToken: string };
  return async (path, data) => {
    const answer = await request.post(`/api/desk${path}`, {
      headers: { "Api-Token": apiToken },
      data,
    });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as Record<string, unknown>;
  };
}

async function expectUnharmed(page: Page): Promise<void> {
  await expect(page.getByRole("banner")).toBeVisible();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  expect(await page.evaluate(() => (window as { harmed?: unknown }).harmed)).toBeUndefined();
  const foreign = await page.evaluate(
    () =>
      document.querySelectorAll(".prose :is(script, style, iframe, object, embed, form, svg, math)")
        .length,
  );
  expect(foreign).toBe(0);
}

test.beforeEach(({ page, allowed }) => {
  // Missing images.
  allowed.push(404);
  page.on("dialog", () => expect(true, "a dialog opened").toBe(false));
});

test("hostile HTML in a page does not run, cover the page or leave its place", async ({
  page,
  request,
}, { project }) => {
  test.setTimeout(120_000);
  const call = await desk(request);
  const stamp = `${project.name}-${Date.now().toString(36)}`;
  const size = Math.ceil(HOSTILE.length / 6);
  for (let part = 0; part * size < HOSTILE.length; part++) {
    const identifier = `kuri-${stamp}-${part}`;
    const content = HOSTILE.slice(part * size, (part + 1) * size)
      .map((text, n) => `<p>Enne ${n}</p>${text}<p>Pärast ${n}</p>`)
      .join("");
    const made = await call("/items", {
      kind: "page",
      identifier,
      body: { title: `Kuri leht ${part}`, content },
    });
    const preview = await call(`/items/${made.id}/preview`, {});
    await page.goto(String(preview.url));
    await expectUnharmed(page);
    expect(page.url(), "no navigation").toContain(identifier);
    await expect(page.locator(".prose")).toContainText("Pärast 0");
    const promo = await call("/items", {
      kind: "section",
      identifier: `kuri-plokk-${stamp}-${part}`,
      body: { title: `Kuri plokk ${part}`, content },
    });
    const home = await call(`/items/${promo.id}/preview`, {});
    await page.goto(String(home.url));
    await expectUnharmed(page);
  }
});

test("nor after React has rendered the page", async ({ page, request }, { project }) => {
  const call = await desk(request);
  const identifier = `kuri-${project.name}-${Date.now().toString(36)}`;
  // Images without a description cannot be published.
  const content = HOSTILE.filter((text) => !/<img/i.test(text)).join("<p>vahe</p>");
  const made = await call("/items", { kind: "page", identifier, body: { title: "Kuri", content } });
  await call(`/items/${made.id}/publish`, { revision: 1 });
  await page.goto(`/${identifier}`);
  await expect(page.locator("#root")).not.toHaveAttribute("inert");
  await expect(page.locator(".prose")).toContainText("vahe");
  await expectUnharmed(page);
  await call(`/items/${made.id}/take-down`, { revision: 1 });
});

test("nor in a book's description, on its page and at the desk", async ({ page, request }, {
  parallelIndex,
}) => {
  test.setTimeout(120_000);
  // A book that no other journey uses.
  const slugs = ["vari", "laulud", "maekula-piimamees", "luuletused-liiv"];
  const slug = slugs[parallelIndex % slugs.length] ?? "";
  const desk = await deskOf(request);
  const { books } = await desk.read<{ books: { id: string; slug: string }[] }>("/books?limit=50");
  const id = books.find((book) => book.slug === slug)?.id ?? "";
  const read = () => desk.read<Record<string, unknown> & { version: number }>(`/books/${id}`);
  const before = await read();
  const rewrite = async (description: unknown) => {
    const { version } = await read();
    const saved = await desk.put(`/books/${id}`, { ...before, description, basedOn: version });
    expect(saved.ok(), await saved.text()).toBe(true);
  };
  await enter(page);
  try {
    const size = Math.ceil(HOSTILE.length / 8);
    for (let part = 0; part * size < HOSTILE.length; part++) {
      await rewrite(
        HOSTILE.slice(part * size, (part + 1) * size)
          .map((text, n) => `<p>Enne ${n}</p>${text}<p>Pärast ${n}</p>`)
          .join(""),
      );
      await page.goto(`/raamatud/${slug}`);
      await expect(page.locator("#root")).not.toHaveAttribute("inert");
      await expectUnharmed(page);
      expect(page.url(), "no navigation").toMatch(new RegExp(`/raamatud/${slug}$`));
      // Some swallow the text after them; the text before them is there.
      await expect(page.locator(".description__text")).toContainText("Enne 0");
      await expectNoSidewaysScroll(page);
      // The next editor.
      await page.goto(`/toimetus/raamatud/${id}`);
      await expect(page.getByRole("textbox", { name: "Tutvustus" })).toContainText("Enne 0");
      expect(await page.evaluate(() => (window as { harmed?: unknown }).harmed)).toBeUndefined();
      await expectNoSidewaysScroll(page);
    }
  } finally {
    await rewrite(before.description);
  }
});

test("the content security policy stops a script that passed the cleaning", async ({
  page,
  allowed,
}) => {
  const blocked: string[] = [];
  await page.exposeFunction("tellBlocked", (directive: string) => blocked.push(directive));
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      (window as unknown as { tellBlocked: (text: string) => void }).tellBlocked(
        event.effectiveDirective,
      );
    });
  });
  allowed.length = 0;
  await page.route("**/kasutustingimused", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(
      "</main>",
      "<script>window.harmed=1</script><img src=x-none onerror=window.harmed=1></main>",
    );
    await route.fulfill({ response: answer, body });
  });
  // Its console errors are expected.
  page.context().removeAllListeners("console");
  await page.goto("/kasutustingimused");
  await expect.poll(() => blocked.length).toBeGreaterThan(0);
  expect(blocked.every((directive) => directive.startsWith("script-src"))).toBe(true);
  expect(await page.evaluate(() => (window as { harmed?: unknown }).harmed)).toBeUndefined();
});

// The server's pages and React's are the same: for each page that the server has rendered to rendered/,
// React draws the same elements, attributes and texts from the page's own seed.
//
// rendered/<name>.html is the whole page; rendered/<name>.json its request: { "url", "cookies": {name: value},
// "user": the logged-in user or null }.
import { readdirSync, readFileSync } from "node:fs";
import { render } from "@testing-library/react";
import { HelmetProvider } from "react-helmet-async";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { resetFrame } from "#app/api/frame.ts";
import { resetSeeds } from "#app/api/seed.ts";
import type { User } from "#app/api/types.ts";
import { emptyCart } from "#app/cart/cart.ts";
import { writeCookie } from "#app/kit/cookie.ts";
import { clearToasts } from "#app/kit/toast.tsx";
import { routes } from "#app/router.tsx";
import { clearSession, setSession } from "#app/session/session.ts";
import { fakeServer } from "./server.ts";

type PageRequest = { url: string; cookies: Record<string, string>; user: User | null };

const FOLDER = "src/testing/rendered";
const names = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.replace(".json", ""));

/** Values of fields are attributes in the server's page and properties in React's; compared as `now`. */
const IGNORED = new Set(["value", "selected", "data-discover"]);
/** Ids made by React, and references to them. */
const isReactId = (value: string) => /^_r_\w+_$/.test(value);

/** One line for each element with its attributes, and for each text, indented by depth. */
function outline(element: Element, depth = 0): string[] {
  const lines: string[] = [];
  const indent = " ".repeat(depth);
  const attributes = [...element.attributes]
    .filter(({ name, value }) => !IGNORED.has(name) && !isReactId(value))
    .map(({ name, value }) => `${name}="${value}"`)
    .sort();
  if (element instanceof HTMLInputElement) attributes.push(`now="${element.value}"`);
  if (element instanceof HTMLSelectElement) {
    const chosen = element.querySelector<HTMLOptionElement>("option[selected]");
    attributes.push(`now="${(chosen ?? element.selectedOptions[0])?.value}"`);
  }
  lines.push([indent + element.localName, ...attributes].join(" "));
  let text = "";
  const flush = () => {
    if (text.trim()) lines.push(`${indent} "${text.replace(/[ \n]+/g, " ").trim()}"`);
    text = "";
  };
  for (const child of element.childNodes) {
    if (child instanceof Element) {
      flush();
      lines.push(...outline(child, depth + 1));
    } else text += child.textContent ?? "";
  }
  flush();
  return lines;
}

const outlineOf = (root: Element) => [...root.children].flatMap((child) => outline(child));

function forget() {
  resetFrame();
  resetSeeds();
  clearSession();
  emptyCart();
  clearToasts();
  for (const name of ["consent", "announcement", "theme", "platform"]) {
    writeCookie(`hr_${name}`, null);
  }
  document.documentElement.removeAttribute("data-platform");
  document.getElementById("seed")?.remove();
}

beforeEach(forget);
afterEach(forget);

it.each(names)("%s", async (name) => {
  const read = (ending: string) => readFileSync(`${FOLDER}/${name}.${ending}`, "utf8");
  const { url, cookies, user } = JSON.parse(read("json")) as PageRequest;
  const server = new DOMParser().parseFromString(read("html"), "text/html");
  const root = server.getElementById("root");
  const seed = server.getElementById("seed");
  if (!root || !seed) throw new Error("The page has no #root or no #seed.");

  document.documentElement.dataset.platform = server.documentElement.dataset.platform ?? "web";
  document.body.append(seed);
  for (const [cookie, value] of Object.entries(cookies)) writeCookie(cookie, value);
  if (user) setSession(user);
  const { asked } = fakeServer({});
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});

  const router = createMemoryRouter(routes, { initialEntries: [url] });
  await expect.poll(() => router.state.initialized, { timeout: 10_000 }).toBe(true);
  const { container } = render(
    <HelmetProvider>
      <RouterProvider router={router} />
    </HelmetProvider>,
  );
  // The seed holds every response of the first screen.
  expect(asked.map(({ call }) => call)).toEqual([]);
  expect(outlineOf(container)).toEqual(outlineOf(root));
});

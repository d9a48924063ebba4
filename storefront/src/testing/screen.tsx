// Renders route modules the way the store does, with real loaders and actions, and notices shown.
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HelmetProvider } from "react-helmet-async";
import { createMemoryRouter, type RouteObject, RouterProvider } from "react-router";
import { expect } from "vitest";
import { ROOT_ID } from "#app/api/frame.ts";
import type { Config } from "#app/api/types.ts";
import { clearToasts, Toaster } from "#app/kit/toast.tsx";
import { fakeServer } from "./server.ts";

type Answers = Parameters<typeof fakeServer>[0];
type Entry = string | { pathname: string; search?: string; state?: unknown };

/** Addresses that are not among `routes` are empty screens. `answers` are those of the fake server. */
export function renderAt(entry: Entry, routes: RouteObject[], answers?: Answers) {
  clearToasts();
  const server = answers && fakeServer(answers);
  // The store itself renders only when the first loaders are done; here an empty page stands in.
  const whole = [...routes, { path: "*", element: <i /> }];
  const router = createMemoryRouter(
    whole.map((route) => ({ ...route, hydrateFallbackElement: <i /> }) as RouteObject),
    { initialEntries: [entry] },
  );
  render(
    <HelmetProvider>
      <RouterProvider router={router} />
      <Toaster label="Teated" closeLabel="Sulge teade" />
    </HelmetProvider>,
  );
  return {
    router,
    user: userEvent.setup(),
    /** Path and query of where one is. */
    at: () => router.state.location.pathname + router.state.location.search,
    state: () => router.state.location.state as unknown,
    ...(server as ReturnType<typeof fakeServer>),
  };
}

export const opener = (routes: RouteObject[]) => (entry: Entry, answers?: Answers) =>
  renderAt(entry, routes, answers);

/** `opener` for routes below the root, whose data has this configuration. */
export const openerBelowRoot = (config: Partial<Config>, children: RouteObject[]) =>
  opener([{ id: ROOT_ID, loader: () => ({ config, footer: { pages: [] } }), children }]);

export const button = (name: string | RegExp) => screen.findByRole("button", { name });
export const link = (name: string | RegExp) => screen.findByRole("link", { name });
export const field = (label: string) => screen.findByLabelText(label);

export async function expectLink(name: string | RegExp, href: string): Promise<void> {
  expect(await link(name)).toHaveAttribute("href", href);
}

export async function expectText(...texts: (string | RegExp)[]): Promise<void> {
  for (const text of texts) expect(await screen.findByText(text)).toBeVisible();
}

export async function expectToast(text: string): Promise<void> {
  const notices = screen.getByRole("region", { name: "Teated" });
  await expect.poll(() => notices.textContent).toContain(text);
}

// What the frame around every screen is made of, loaded once.
import { useRouteLoaderData } from "react-router";
import { api } from "./client.ts";
import type { Category, Config, Footer, Section } from "./types.ts";

export const ROOT_ID = "root";

export type Frame = {
  config: Config;
  sections: Section[];
  categories: Category[];
  footer: Footer;
};

let config: Config | null = null;

/** The configuration once it is known; for code outside React (reports, adapters). */
export function knownConfig(): Config | null {
  return config;
}

/** The server says through `<html data-platform>` whether the app's wrapper is asking. */
function platform(): Config["platform"] {
  return document.documentElement.dataset.platform === "app" ? "app" : "web";
}

let loading: Promise<Frame> | null = null;

/** The frame, fetched once; any loader may wait for it. A failure is tried again at the next call. */
export function loadFrame(): Promise<Frame> {
  loading ??= fetchFrame().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** For tests. */
export function forgetFrame(): void {
  loading = null;
  config = null;
}

/** Texts may be missing for a while; without the configuration nothing works. */
async function fetchFrame(): Promise<Frame> {
  const without =
    <T>(fallback: T) =>
    () =>
      fallback;
  const [loaded, sections, categories, footer] = await Promise.all([
    api<Config>("/config"),
    api<Section[]>("/sections").catch(without<Section[]>([])),
    api<Category[]>("/categories").catch(without<Category[]>([])),
    api<Footer>("/footer").catch(without<Footer>({ pages: [] })),
  ]);
  config = { ...loaded, platform: platform() };
  return { config, sections, categories, footer };
}

/** For components under the root route. */
export function useFrame(): Frame {
  const frame = useRouteLoaderData<Frame>(ROOT_ID);
  if (!frame) throw new Error("useFrame outside the root route");
  return frame;
}

export function sectionOf(sections: Section[], identifier: string): Section | null {
  return sections.find((section) => section.identifier === identifier) ?? null;
}

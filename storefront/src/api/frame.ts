// The data of the frame around every screen, loaded once.
import { useRouteLoaderData } from "react-router";
import { api } from "./client.ts";
import { isApp } from "./platform.ts";
import type { Category, Config, Footer, Section } from "./types.ts";

export const ROOT_ID = "root";

export type Frame = {
  config: Config;
  sections: Section[];
  categories: Category[];
  footer: Footer;
};

let config: Config | null = null;

/** The configuration once it is loaded, for code outside React. */
export function knownConfig(): Config | null {
  return config;
}

let loading: Promise<Frame> | null = null;

/** Fetches the frame once; any loader may wait for it. A failure is retried at the next call. */
export function loadFrame(): Promise<Frame> {
  loading ??= fetchFrame().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** For tests. */
export function resetFrame(): void {
  loading = null;
  config = null;
}

/** Texts may be missing for a while; without the configuration nothing works. */
async function fetchFrame(): Promise<Frame> {
  const [loaded, sections, categories, footer] = await Promise.all([
    api("GET /config"),
    api("GET /sections").catch((): Section[] => []),
    api("GET /categories").catch((): Category[] => []),
    api("GET /footer").catch((): Footer => ({ pages: [] })),
  ]);
  config = { ...loaded, platform: isApp() ? "app" : "web" };
  return { config, sections, categories, footer };
}

export function useFrame(): Frame {
  const frame = useRouteLoaderData<Frame>(ROOT_ID);
  if (!frame) throw new Error("useFrame outside the root route");
  return frame;
}

export function sectionOf(sections: Section[], identifier: string): Section | null {
  return sections.find((section) => section.identifier === identifier) ?? null;
}

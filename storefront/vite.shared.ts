// The parts of the build that the storefront and the editors' desk share.
import { fileURLToPath } from "node:url";
import type { CSSOptions, Plugin } from "vite";

const routerBuild = (file: string) =>
  fileURLToPath(
    new URL(`../node_modules/react-router/dist/production/${file}.mjs`, import.meta.url),
  );

/** The router's builds without warnings; its package has no "production" condition. */
export const ROUTER_ALIAS = [
  { find: /^react-router$/, replacement: routerBuild("index") },
  { find: /^react-router\/dom$/, replacement: routerBuild("dom-export") },
];

/** Vite wraps every import() to preload its styles and chunks; these builds have none to preload. */
export const plainImports: Plugin = {
  name: "plain-imports",
  apply: "build",
  enforce: "pre",
  load: (id) =>
    id === "\0vite/preload-helper.js"
      ? "export const __vitePreload = (load) => load();"
      : undefined,
};

/** light-dark() and nesting pass through untouched for these; older targets get hack variables. */
export const BROWSERS = ["chrome123", "firefox121", "safari17.5"];

/** Resolves the named breakpoints (@custom-media). Lightning CSS writes versions in bytes. */
export const css: CSSOptions = {
  transformer: "lightningcss",
  lightningcss: {
    drafts: { customMedia: true },
    targets: { chrome: 123 << 16, firefox: 121 << 16, safari: (17 << 16) | (5 << 8) },
  },
};

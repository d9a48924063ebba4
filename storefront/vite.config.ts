// Builds the storefront into dist/, with a manifest that the server reads to know the hashed names.
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const api = process.env.HELIRIIUL_DEV_API ?? "http://127.0.0.1:8080";

const routerBuild = (file: string) =>
  fileURLToPath(
    new URL(`../node_modules/react-router/dist/production/${file}.mjs`, import.meta.url),
  );
const ROUTER_ALIAS = [
  { find: /^react-router$/, replacement: routerBuild("index") },
  { find: /^react-router\/dom$/, replacement: routerBuild("dom-export") },
];

/** Vite wraps every import() to preload styles and chunks beside it; there are none of either here. */
const plainImports: Plugin = {
  name: "plain-imports",
  apply: "build",
  enforce: "pre",
  load: (id) =>
    id === "\0vite/preload-helper.js"
      ? "export const __vitePreload = (load) => load();"
      : undefined,
};

const BASE =
  /node_modules\/(?!valibot)|src\/(api\/(?!sentry)|et\/(strings|shared|format)\.|features\/layout\/(?!menu)|features\/consent\/(adapters|consent)|features\/auth\/(session|logout|api)\.|features\/cart\/cart\.|features\/catalogue\/(book-card|price|category-tree|breadcrumbs)\.|kit\/(button|icon|cookie|cover|page-head|pending-bar|price|stored|toast)\.|(paths|path-history|swap)\.)/;

export default defineConfig(({ mode }) => ({
  plugins: [react(), plainImports],
  resolve: {
    // The router's package has no "production" condition; its builds without warnings stand beside.
    alias: mode === "production" ? ROUTER_ALIAS : [],
  },
  build: {
    manifest: true,
    // All styles are in the entry and lazy screens are shallow: plain import() does.
    modulePreload: false,
    // light-dark() and nesting pass through untouched for these; older targets get hack variables.
    target: ["chrome123", "firefox121", "safari17.5"],
    cssTarget: ["chrome123", "firefox121", "safari17.5"],
    // One KB smaller than the default minifier on this code.
    minify: "terser",
    terserOptions: {
      module: true,
      ecma: 2020,
      compress: { passes: 3, pure_getters: true },
      format: { comments: false },
    },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: "src/main.tsx",
      output: {
        // What every screen needs is one file beside the entry; without this it falls into dozens.
        codeSplitting: {
          groups: [{ name: "base", test: BASE, includeDependenciesRecursively: false }],
        },
      },
    },
    reportCompressedSize: false,
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ["/api", "/media", "/_sandbox", "/meta.json"].map((path) => [path, { target: api }]),
    ),
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/testing/setup.ts"],
    restoreMocks: true,
  },
}));

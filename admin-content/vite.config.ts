// Builds the editors' desk into dist/; the server holds it and serves it below /toimetus/.
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

export default defineConfig(({ mode }) => ({
  base: "/toimetus/",
  plugins: [react(), plainImports],
  resolve: {
    // The router's package has no "production" condition; its builds without warnings stand beside.
    alias: mode === "production" ? ROUTER_ALIAS : [],
  },
  build: {
    manifest: true,
    modulePreload: false,
    // As in the storefront: light-dark() and nesting pass through untouched.
    target: ["chrome123", "firefox121", "safari17.5"],
    cssTarget: ["chrome123", "firefox121", "safari17.5"],
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: {
    port: 5174,
    proxy: Object.fromEntries(
      ["/api", "/media", "/icons.svg", "/favicon.svg"].map((path) => [path, { target: api }]),
    ),
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/testing/setup.ts"],
    restoreMocks: true,
  },
}));

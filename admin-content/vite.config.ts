// Builds the editors' desk into dist/; the server holds it and serves it below /toimetus/.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { BROWSERS, css, plainImports, ROUTER_ALIAS } from "../storefront/vite.shared.ts";

const api = process.env.HELIRIIUL_DEV_API ?? "http://127.0.0.1:8080";

export default defineConfig(({ mode }) => ({
  base: "/toimetus/",
  plugins: [react(), plainImports],
  css,
  resolve: {
    alias: mode === "production" ? ROUTER_ALIAS : [],
  },
  build: {
    manifest: true,
    modulePreload: false,
    target: BROWSERS,
    cssTarget: BROWSERS,
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
    // By default one core stays free for a watching developer.
    maxWorkers: "100%",
    // A busy machine takes its time with whole screens.
    testTimeout: 20_000,
    expect: { poll: { timeout: 5_000 } },
  },
}));

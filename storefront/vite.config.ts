// Builds the storefront into dist/, with a manifest that the server reads to know the hashed names.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const api = process.env.HELIRIIUL_DEV_API ?? "http://127.0.0.1:8080";

const BASE =
  /node_modules\/(?!valibot)|src\/(api\/(?!sentry)|et\/(strings|shared|format)\.|features\/layout|features\/consent\/(adapters|consent)|features\/auth\/(session|logout|api)\.|features\/cart\/cart\.|kit\/(button|icon|cookie|cover|page-head|pending-bar|price|stored|toast)\.|(paths|path-history|swap|version)\.)/;

export default defineConfig({
  plugins: [react()],
  build: {
    manifest: true,
    // light-dark() and nesting pass through untouched for these; older targets get hack variables.
    target: ["chrome123", "firefox121", "safari17.5"],
    cssTarget: ["chrome123", "firefox121", "safari17.5"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
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
});

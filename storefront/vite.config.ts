// Builds the storefront into dist/, with a manifest that the server reads to know the hashed names.
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { BROWSERS, css, plainImports, ROUTER_ALIAS } from "./vite.shared.ts";

const api = process.env.HELIRIIUL_DEV_API ?? "http://127.0.0.1:8080";

/**
 * The first download: the packages, and the files directly in these folders of src/. Their subfolders,
 * features/ and routes/ come with the screens that import them.
 */
const FIRST_DOWNLOAD = [
  "addresses",
  "api",
  "cart",
  "catalogue",
  "consent",
  "et",
  "kit",
  "layout",
  "session",
];
/** Used only by lazy forms. */
const LAZY_PACKAGE = "/node_modules/valibot/";

function isFirstDownload(id: string): boolean {
  // The bundler's own modules.
  if (id.startsWith("\0")) return true;
  if (id.includes("/node_modules/")) return !id.includes(LAZY_PACKAGE);
  const [folder = "", ...rest] = relative(fileURLToPath(new URL("src", import.meta.url)), id).split(
    sep,
  );
  return rest.length === 1 && FIRST_DOWNLOAD.includes(folder);
}

export default defineConfig(({ mode }) => ({
  plugins: [react(), plainImports],
  resolve: {
    alias: mode === "production" ? ROUTER_ALIAS : [],
  },
  build: {
    manifest: true,
    // All styles are in the entry and lazy screens have few imports, so plain import() is enough.
    modulePreload: false,
    target: BROWSERS,
    cssTarget: BROWSERS,
    // One KB smaller than the default minifier on this code.
    minify: "terser",
    terserOptions: {
      module: true,
      ecma: 2020,
      compress: { passes: 6, pure_getters: true },
      format: { comments: false },
    },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: "src/main.tsx",
      output: {
        // One file in addition to the entry; by default it would be split into dozens.
        codeSplitting: {
          groups: [{ name: "base", test: isFirstDownload, includeDependenciesRecursively: false }],
        },
      },
    },
    reportCompressedSize: false,
  },
  css,
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
    // By default one core stays free for a watching developer.
    maxWorkers: "100%",
    unstubGlobals: true,
    // A busy machine takes its time with whole screens.
    testTimeout: 20_000,
    expect: { poll: { timeout: 5_000 } },
  },
}));

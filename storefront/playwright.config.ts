// Journeys in a real Chromium against the real server, at a phone's and a desk's width. Whoever runs
// them starts the server (an empty data folder with the demo content, the sandbox's bank and mail)
// and gives its address in HELIRIIUL_E2E_URL.
import { defineConfig } from "@playwright/test";

const baseURL = process.env.HELIRIIUL_E2E_URL ?? "http://127.0.0.1:8080";

/** They change the home page, which all look at: these run by themselves. */
const HOME = "desk-home*.spec.ts";
/** They move the store's clock, which all share: these run last. */
const CLOCK = "*.clock.spec.ts";
/** Nor do these go beside the others of that kind. */
const MONTHS = "members.clock.spec.ts";

export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  outputDir: "test-results",
  // No pictures are kept: a test compares two that it took itself.
  snapshotPathTemplate: "{testDir}/../test-results/pictures/{projectName}/{testName}/{arg}{ext}",
  fullyParallel: true,
  workers: Number(process.env.HELIRIIUL_E2E_WORKERS ?? 2),
  forbidOnly: Boolean(process.env.CI),
  // A machine that does everything at once may be slow once; a fault is there each time.
  retries: process.env.CI ? 2 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    baseURL,
    locale: "et-EE",
    timezoneId: "Europe/Tallinn",
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: process.env.HELIRIIUL_CHROMIUM ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--autoplay-policy=no-user-gesture-required",
      ],
    },
  },
  projects: [
    {
      name: "360",
      testIgnore: [CLOCK, HOME],
      use: { viewport: { width: 360, height: 740 }, hasTouch: true },
    },
    { name: "1440", testIgnore: [CLOCK, HOME], use: { viewport: { width: 1440, height: 900 } } },
    {
      name: "home",
      testMatch: HOME,
      dependencies: ["360", "1440"],
      workers: 1,
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: "clock",
      testMatch: CLOCK,
      testIgnore: MONTHS,
      dependencies: ["home"],
      // A clock that one has moved is the others' too.
      workers: 1,
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: "months",
      testMatch: MONTHS,
      dependencies: ["clock"],
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
});

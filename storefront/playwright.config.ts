// Journeys in a real Chromium against the real server. The caller starts the server (an empty data folder with the
// demo, the simulated bank and the email outbox) and gives its address in HELIRIIUL_E2E_URL.
// The folder of a journey says at which width it runs: screens of listeners on a phone, the desk on a wide screen,
// and those whose layout differs most at both. Sideways scrolling is checked on a phone's width everywhere.
import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const baseURL = process.env.HELIRIIUL_E2E_URL ?? "http://127.0.0.1:8080";

// Chromium without a window of its own: the same engine, with less than half of the CPU time.
const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
const wide = { viewport: { width: 1440, height: 900 } };

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // Screenshots are not committed: a test compares two that it took itself.
  snapshotPathTemplate: "{testDir}/../test-results/pictures/{projectName}/{testName}/{arg}{ext}",
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // A busy machine may be slow once. A real fault fails every time.
  retries: process.env.CI ? 2 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    baseURL,
    locale: "et-EE",
    timezoneId: "Europe/Tallinn",
    // A trace of each test costs a third of the run.
    trace: "on-first-retry",
    launchOptions: {
      executablePath: process.env.HELIRIIUL_CHROMIUM ?? BROWSERS.find((file) => existsSync(file)),
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
    { name: "360", testMatch: ["every-width/*.spec.ts", "phone/*.spec.ts"], use: phone },
    { name: "1440", testMatch: ["every-width/*.spec.ts", "wide/*.spec.ts"], use: wide },
    // These change the home page, which the others look at.
    {
      name: "home",
      testMatch: "home/*.spec.ts",
      dependencies: ["360", "1440"],
      workers: 1,
      use: wide,
    },
    // These move the store's clock, which all share. Subscriptions move it by months, so they run last.
    {
      name: "clock",
      testMatch: "clock/*.spec.ts",
      testIgnore: "clock/subscribers.spec.ts",
      dependencies: ["home"],
      workers: 1,
      use: wide,
    },
    { name: "months", testMatch: "clock/subscribers.spec.ts", dependencies: ["clock"], use: phone },
  ],
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { discardEvents, resetEvents, track } from "#app/api/track.ts";
import { mayMeasure } from "#app/consent/consent.ts";
import { startMeasuring } from "./adapters.ts";
import { payloadOf } from "./analytics.ts";
import { pixelUrl } from "./pixel.ts";

const NONE = { analyticsUrl: null, analyticsId: null, adPixelUrl: null, adPixelId: null };
const ALL = {
  analyticsUrl: "https://m.ee/api/event",
  analyticsId: "heliriiul.ee",
  adPixelUrl: "https://www.facebook.com/tr/",
  adPixelId: "42",
};
const sent: string[] = [];

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    sent.push(`analytics ${JSON.parse(String(init.body)).name}`);
    return new Response();
  });
  vi.stubGlobal(
    "Image",
    class {
      set src(address: string) {
        sent.push(`pixel ${new URL(address).searchParams.get("ev")}`);
      }
    },
  );
});
afterEach(() => {
  resetEvents();
});

const settle = () => vi.waitFor(() => expect(sent.length).toBeGreaterThan(0));

test.each([
  [null, false, false],
  [false, false, false],
  [true, false, true],
  [null, true, true],
  [false, true, true],
])("consent %s, logged in %s: measured %s", (consent, loggedIn, expected) => {
  expect(mayMeasure(consent, loggedIn)).toBe(expected);
});

test("what happened before the consent is sent after it, and nothing after its end", async () => {
  track("page view");
  track("login");
  const stop = startMeasuring(ALL);
  await settle();
  await vi.waitFor(() =>
    expect(sent.toSorted()).toEqual(["analytics login", "analytics pageview", "pixel PageView"]),
  );
  track("chapter start", { book: "kevade", index: 1 });
  expect(sent.at(-1)).toBe("analytics chapter start");
  stop();
  track("login");
  expect(sent).toHaveLength(4);
});

test("after a refusal nothing is kept for a later consent", async () => {
  track("page view");
  discardEvents();
  track("book details click");
  const stop = startMeasuring(ALL);
  await new Promise((done) => setTimeout(done, 50));
  expect(sent).toEqual([]);
  track("login");
  expect(sent).toEqual(["analytics login"]);
  stop();
});

test("without settings no service gets anything", async () => {
  track("page view");
  const stop = startMeasuring(NONE);
  await new Promise((done) => setTimeout(done, 20));
  expect(sent).toEqual([]);
  stop();
});

test("stopped before the module came, it never starts", async () => {
  startMeasuring(ALL)();
  track("login");
  await new Promise((done) => setTimeout(done, 50));
  expect(sent).toEqual([]);
});

test("the payloads are what the services read", () => {
  const event = { name: "page view", props: {}, at: 1, url: "https://h.ee/raamatud" } as const;
  expect(payloadOf(event, "h.ee", "")).toEqual({
    name: "pageview",
    domain: "h.ee",
    url: "https://h.ee/raamatud",
  });
  expect(
    pixelUrl("https://pixel.example/tr/", "42", "chapter start", "https://h.ee/", 1),
  ).toBeNull();
  expect(pixelUrl("https://pixel.example/tr/", "42", "trial started", "https://h.ee/", 1)).toBe(
    "https://pixel.example/tr/?id=42&ev=StartTrial&dl=https%3A%2F%2Fh.ee%2F&ts=1",
  );
});

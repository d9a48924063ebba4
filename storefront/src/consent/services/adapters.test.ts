import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { discardEvents, type EventName, resetEvents, track } from "#app/api/track.ts";
import { mayMeasure } from "#app/consent/consent.ts";
import { payloadOf, pixelUrl, startMeasuring } from "./adapters.ts";

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
afterEach(resetEvents);

test.each([
  [null, false, false],
  [false, false, false],
  [true, false, true],
  [null, true, true],
  [false, true, true],
])("consent %s, logged in %s: measured %s", (consent, loggedIn, expected) => {
  expect(mayMeasure(consent, loggedIn)).toBe(expected);
});

test("what happened before the consent is sent after it, and nothing after its end", () => {
  track("page view");
  track("login");
  const stop = startMeasuring(ALL);
  expect(sent).toEqual(["analytics pageview", "pixel PageView", "analytics login"]);
  track("chapter start", { book: "kevade", index: 1 });
  expect(sent.at(-1)).toBe("analytics chapter start");
  stop();
  track("login");
  expect(sent).toHaveLength(4);
});

test("after a refusal nothing is kept for a later consent", () => {
  track("page view");
  discardEvents();
  track("book details click");
  const stop = startMeasuring(ALL);
  expect(sent).toEqual([]);
  track("login");
  expect(sent).toEqual(["analytics login"]);
  stop();
});

test("without settings no service gets anything", () => {
  track("page view");
  const stop = startMeasuring(NONE);
  expect(sent).toEqual([]);
  stop();
});

test("stopped at once, it never sends", () => {
  startMeasuring(ALL)();
  track("login");
  expect(sent).toEqual([]);
});

test("the payloads are what the services read", () => {
  const event = { name: "page view", props: {}, at: 1, url: "https://h.ee/" } as const;
  const analytics = { name: "pageview", domain: "h.ee", url: "https://h.ee/" };
  expect(payloadOf(event, "h.ee", "")).toEqual(analytics);
  const pixel = (name: EventName) =>
    pixelUrl("https://pixel.example/tr/", "42", { ...event, name });
  expect(pixel("chapter start")).toBeNull();
  expect(pixel("trial started")).toBe(
    "https://pixel.example/tr/?id=42&ev=StartTrial&dl=https%3A%2F%2Fh.ee%2F&ts=1",
  );
});

import { beforeEach, describe, expect, it, vi } from "vitest";
import { POLL_MS } from "#app/polling/poll.ts";
import { pollWhileAwaiting } from "#app/session/verification/await-user.ts";
import { aUser } from "#app/testing/data.ts";
import { fakeServer, problem } from "#app/testing/server.ts";
import { refreshUser, startSession } from "./refresh.ts";
import { clearSession, getSession, setSession } from "./session.ts";

const GET = "GET /user";
const waiting = aUser({ emailVerifiedAt: null });
const verified = aUser();
const whole = aUser({ subscriptionExpiresAt: "2099-01-01T00:00:00.000Z" });

let stop = () => {};
const poll = () => {
  stop = pollWhileAwaiting();
};

beforeEach(() => {
  vi.useFakeTimers();
  setSession(waiting);
  return () => stop();
});

describe("awaiting verification", () => {
  it("polls every 2000 ms for the confirmed email and then for the expiry", async () => {
    const { answers, count, asked } = fakeServer({ [GET]: waiting });
    poll();
    await vi.advanceTimersByTimeAsync(POLL_MS - 1);
    expect(count(GET)).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(count(GET)).toBe(1);
    expect(asked[0]?.headers.get("Api-Token")).toBe(waiting.apiToken);
    answers[GET] = verified;
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(getSession()?.user.emailVerifiedAt).toBe(verified.emailVerifiedAt);
    answers[GET] = whole;
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(getSession()?.user.subscriptionExpiresAt).toBe(whole.subscriptionExpiresAt);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(count(GET)).toBe(3);
  });

  it("pauses in a hidden tab", async () => {
    const { count } = fakeServer({ [GET]: waiting });
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    poll();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(count(GET)).toBe(0);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
    expect(count(GET)).toBe(1);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(count(GET)).toBe(1);
  });

  it("continues after a failure and obeys Retry-After", async () => {
    const { answers, count } = fakeServer({});
    poll();
    await vi.advanceTimersByTimeAsync(POLL_MS * 2);
    expect(count(GET)).toBe(2);
    const busy = problem(429, "too-many-requests");
    busy.headers.set("Retry-After", "30");
    answers[GET] = busy;
    await vi.advanceTimersByTimeAsync(POLL_MS);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(count(GET)).toBe(3);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(count(GET)).toBe(4);
  });

  it("stops with the session", async () => {
    const { count } = fakeServer({ [GET]: problem(401, "unauthorized") });
    poll();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(count(GET)).toBe(1);
    expect(getSession()).toBeNull();
  });
});

describe("refreshUser", () => {
  it("leaves another login alone when the old one's answer is a 401", async () => {
    const other = aUser({ id: "other", apiToken: "other" });
    fakeServer({
      [GET]: () => {
        setSession(other);
        return problem(401, "unauthorized");
      },
    });
    await expect(refreshUser()).rejects.toMatchObject({ status: 401 });
    expect(getSession()?.user.id).toBe("other");
  });

  it("asks nothing for a visitor", async () => {
    clearSession();
    const { asked } = fakeServer({});
    await refreshUser();
    expect(asked).toEqual([]);
  });
});

it("startSession tells of another person, not of the same one's news", async () => {
  fakeServer({ [GET]: verified });
  const onChange = vi.fn();
  stop = startSession(onChange);
  await vi.advanceTimersByTimeAsync(0);
  expect(getSession()?.user.emailVerifiedAt).toBe(verified.emailVerifiedAt);
  expect(onChange).not.toHaveBeenCalled();
  setSession(aUser({ id: "other", apiToken: "other" }));
  clearSession();
  expect(onChange).toHaveBeenCalledTimes(2);
});

import { act, renderHook } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { aUser } from "#app/testing/data.ts";
import {
  clearSession,
  getSession,
  hasActiveSubscription,
  isAwaiting,
  setSession,
  subscribeSession,
  updateUser,
  useSession,
} from "./session.ts";

const user = aUser();

describe("session", () => {
  it("keeps token and user apart, and marks the cookie", () => {
    setSession(user);
    expect(localStorage.getItem("heliriiul.token")).toBe(user.apiToken);
    expect(localStorage.getItem("heliriiul.user")).not.toContain(user.apiToken);
    expect(getSession()).toMatchObject({ token: user.apiToken, user: { email: user.email } });
    expect(document.cookie).toContain("hr_session=1");
    clearSession();
    expect(getSession()).toBeNull();
    expect(localStorage.length).toBe(0);
    expect(document.cookie).not.toContain("hr_session=1");
  });

  it("returns the same object until something changes", () => {
    setSession(user);
    const before = getSession();
    updateUser({ ...user }, user.apiToken);
    expect(getSession()).toBe(before);
    updateUser({ ...user, firstName: "Kati" }, user.apiToken);
    expect(getSession()?.user.firstName).toBe("Kati");
  });

  it("ignores a late response after a logout or another login", () => {
    setSession(user);
    clearSession();
    updateUser(user, user.apiToken);
    expect(getSession()).toBeNull();
    setSession({ ...user, id: "2", apiToken: "other" });
    updateUser(user, user.apiToken);
    expect(getSession()?.user.id).toBe("2");
  });

  it.each(["{", "null", "7", '{"id":1}', "[]"])("takes %s in storage for no session", (text) => {
    localStorage.setItem("heliriiul.token", "t");
    localStorage.setItem("heliriiul.user", text);
    expect(getSession()).toBeNull();
  });

  it("notices another tab's logout", () => {
    setSession(user);
    const { result } = renderHook(useSession);
    expect(result.current?.user.id).toBe(user.id);
    act(() => {
      localStorage.removeItem("heliriiul.token");
      dispatchEvent(new StorageEvent("storage", { key: "heliriiul.token" }));
    });
    expect(result.current).toBeNull();
  });

  it("does not call a removed listener", () => {
    const listener = vi.fn();
    subscribeSession(listener)();
    setSession(user);
    expect(listener).not.toHaveBeenCalled();
  });

  it("keeps the session in memory where storage is denied", () => {
    const denied = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
    setSession(user);
    expect(getSession()?.token).toBe(user.apiToken);
    denied.mockRestore();
    clearSession();
    expect(getSession()).toBeNull();
  });
});

describe("subscription state", () => {
  const now = Date.parse("2026-11-28T10:00:00Z");

  it.each([
    [null, false],
    ["2020-01-01T00:00:00.000Z", false],
    ["2026-11-28T10:00:00.000Z", false],
    ["2026-11-28T10:00:00.001Z", true],
  ])("expiry %s is active: %s", (subscriptionExpiresAt, active) => {
    expect(hasActiveSubscription({ ...user, subscriptionExpiresAt }, now)).toBe(active);
  });

  it("waits for the email first, then for the expiry", () => {
    const done = { ...user, emailVerifiedAt: "2026-01-01T00:00:00.000Z" };
    expect(isAwaiting({ ...done, emailVerifiedAt: null })).toBe(true);
    expect(isAwaiting({ ...done, subscriptionExpiresAt: null })).toBe(true);
    expect(isAwaiting({ ...done, subscriptionExpiresAt: "2026-12-01T00:00:00.000Z" })).toBe(false);
  });
});

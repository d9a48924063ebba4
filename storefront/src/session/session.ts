// The logged-in user and the api token, in local storage and shared between tabs. A cookie without any
// secret says that a user is logged in: the server reads it to render the right header.
import { useSyncExternalStore } from "react";
import { readTokenFrom } from "#app/api/client.ts";
import type { User } from "#app/api/types.ts";
import { writeCookie } from "#app/kit/cookie.ts";
import { parseJson, stored } from "#app/kit/stored.ts";

/** The stored part of the user: everything but the token, which has its own key. */
type Profile = Omit<User, "apiToken">;
export type Session = { token: string; user: Profile };

const tokens = stored<string | null>(
  "heliriiul.token",
  (text) => text || null,
  (token) => token,
);
const profiles = stored<Profile | null>(
  "heliriiul.user",
  (text) => {
    const value = parseJson(text) as Partial<Profile> | null;
    const valid = typeof value?.id === "string" && typeof value.email === "string";
    return valid ? (value as Profile) : null;
  },
  (profile) => profile && JSON.stringify(profile),
);

let snapshot: Session | null = null;

readTokenFrom(tokens.get);

/** The session, or null for a visitor. The same object until something changes. */
export function getSession(): Session | null {
  const token = tokens.get();
  const user = profiles.get();
  if (!token || !user) snapshot = null;
  else if (snapshot?.token !== token || snapshot.user !== user) snapshot = { token, user };
  return snapshot;
}

/** Starts a session with the response of login, registration or a password reset. */
export function setSession({ apiToken, ...profile }: User): void {
  profiles.set(profile);
  tokens.set(apiToken);
  markCookie();
}

/** Stores GET /user, unless the session of `token` has ended meanwhile. */
export function updateUser({ apiToken: _, ...profile }: User, token: string): void {
  if (tokens.get() !== token) return;
  if (JSON.stringify(profiles.get()) !== JSON.stringify(profile)) profiles.set(profile);
  markCookie();
}

export function clearSession(): void {
  tokens.set(null);
  profiles.set(null);
  markCookie();
}

export function subscribeSession(listener: () => void): () => void {
  const stopTokens = tokens.subscribe(listener);
  const stopProfiles = profiles.subscribe(listener);
  return () => {
    stopTokens();
    stopProfiles();
  };
}

export function useSession(): Session | null {
  return useSyncExternalStore(subscribeSession, getSession);
}

/** Sets the cookie to match the storage. Also called at start, when either may be gone. */
export function markCookie(): void {
  writeCookie("hr_session", getSession() ? "1" : null);
}

/** A subscription is active until its expiry; a missing expiry means none. */
export function hasActiveSubscription(
  user: Pick<User, "subscriptionExpiresAt"> | undefined,
  now = Date.now(),
): boolean {
  return user?.subscriptionExpiresAt != null && Date.parse(user.subscriptionExpiresAt) > now;
}

/** True while the account has no confirmed email or has never had a subscription. */
export function isAwaiting(user: Pick<User, "emailVerifiedAt" | "subscriptionExpiresAt">): boolean {
  return !user.emailVerifiedAt || !user.subscriptionExpiresAt;
}

// Who is logged in: the user and the api token, kept in local storage and shared between tabs.
// The cookie beside them holds no secret: the server reads it to render the right header.
import { useSyncExternalStore } from "react";
import { readTokenFrom } from "#app/api/client.ts";
import type { User } from "#app/api/types.ts";
import { parseJson, stored } from "#app/kit/stored.ts";

const COOKIE = "hr_session";
const YEAR_S = 31_536_000;

/** What is stored of the user: everything but the token, which has a key of its own. */
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
    const value = parseJson(text);
    return isProfile(value) ? value : null;
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

/** Begins a session with the answer of login, registration or a password reset. */
export function setSession({ apiToken, ...profile }: User): void {
  profiles.set(profile);
  tokens.set(apiToken);
  markCookie();
}

/**
 * Takes over what GET /user answered. `token` is the one the request was sent with: an answer that
 * comes after a logout or another login is dropped.
 */
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

/** Brings the cookie in line with the storage; also called at start, when either may be gone. */
export function markCookie(): void {
  const wanted = getSession() !== null;
  // biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is asynchronous and not in all browsers
  document.cookie = `${COOKIE}=${wanted ? 1 : ""}; Path=/; SameSite=Lax; Max-Age=${wanted ? YEAR_S : 0}`;
}

/** An active package is one that expires in the future; a missing expiry is no package. */
export function hasActivePackage(
  user: Pick<User, "subscriptionExpiresAt"> | undefined,
  now = Date.now(),
): boolean {
  return user?.subscriptionExpiresAt != null && Date.parse(user.subscriptionExpiresAt) > now;
}

/** True while the account waits for the e-mail's confirmation or for its first package. */
export function isAwaiting(user: Pick<User, "emailVerifiedAt" | "subscriptionExpiresAt">): boolean {
  return !user.emailVerifiedAt || !user.subscriptionExpiresAt;
}

function isProfile(value: unknown): value is Profile {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as Profile).id === "string" &&
    typeof (value as Profile).email === "string"
  );
}

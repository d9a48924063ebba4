// The desk's session, shared between tabs. A login here does not change the store's session.
import { useSyncExternalStore } from "react";
import { api, readTokenFrom } from "storefront/api/client.ts";
import { isApiError } from "storefront/api/errors.ts";
import { parseJson, stored } from "storefront/kit/stored.ts";
import type { Role } from "#app/api/types.ts";

export type Session = {
  token: string;
  email: string;
  name: string;
  /** Absent in old sessions, which have an editor's rights. */
  role?: Role;
};

const store = stored<Session | null>(
  "heliriiul.desk",
  (text) => {
    const value = parseJson(text) as Partial<Session> | null;
    const texts = [value?.token, value?.email, value?.name];
    return texts.every((each) => typeof each === "string") ? (value as Session) : null;
  },
  (session) => session && JSON.stringify(session),
);

readTokenFrom(() => store.get()?.token ?? null);

export const getSession = store.get;

export function useSession(): Session | null {
  return useSyncExternalStore(store.subscribe, store.get);
}

export type LoginOutcome = "in" | "listener" | "wrong" | "tooMany" | "offline" | "failed";

const revoke = (token: string) => api("POST /logout", { token, keepalive: true });

/** Starts a session for editors and admins. A listener's session is ended at once. */
export async function startSession(email: string, password: string): Promise<LoginOutcome> {
  try {
    const { apiToken, role, firstName, lastName, ...account } = await api("POST /login", {
      body: { email, password },
    });
    if (role === "listener") {
      await revoke(apiToken).catch(() => {});
      return "listener";
    }
    const name = `${firstName} ${lastName}`.trim();
    store.set({ token: apiToken, email: account.email, name, role });
    return "in";
  } catch (error) {
    if (isApiError(error, 401) || isApiError(error, 422)) return "wrong";
    if (isApiError(error, 429)) return "tooMany";
    if (isApiError(error, 0)) return "offline";
    return "failed";
  }
}

/** Ends the session here and, if the network allows it, on the server. */
export function endSession(): void {
  const session = store.get();
  store.set(null);
  if (session) void revoke(session.token).catch(() => {});
}

/** The server no longer knows the session. A newer login in another tab stays. */
export function forgetSession(token: string | undefined): void {
  if (token && store.get()?.token === token) store.set(null);
}

// Who works at the desk. It is a session of its own, apart from the store's: logging in here changes
// nothing for the listener in the same browser. Shared between tabs.
import { useSyncExternalStore } from "react";
import { readTokenFrom } from "storefront/api/client.ts";
import { isApiError } from "storefront/api/errors.ts";
import { parseJson, stored } from "storefront/kit/stored.ts";
import { logIn, logOut } from "#app/api/login.ts";
import type { Role } from "#app/api/types.ts";

export type Session = {
  token: string;
  email: string;
  name: string;
  /** Absent from sessions of before roles were kept: those see what every editor sees. */
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

/** Begins a session for editors and admins; a listener's is ended at once. */
export async function startSession(email: string, password: string): Promise<LoginOutcome> {
  try {
    const { apiToken, role, firstName, lastName, ...account } = await logIn(email, password);
    if (role === "listener") {
      await logOut(apiToken).catch(() => {});
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

/** Ends the session here and, as far as the network allows, on the server. */
export function endSession(): void {
  const session = store.get();
  store.set(null);
  if (session) void logOut(session.token).catch(() => {});
}

/** The server knows the session no more. Another login in another tab is left alone. */
export function forgetSession(token: string | undefined): void {
  if (token && store.get()?.token === token) store.set(null);
}

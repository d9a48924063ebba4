// Calls that may find the session ended. All wait for one login and are made again. No React here.
import { isApiError } from "storefront/api/errors.ts";
import { createListeners } from "storefront/kit/listeners.ts";
import { getSession } from "./session.ts";

type Waiting = (isLoggedIn: boolean) => void;

let waiting: Waiting[] = [];
const listeners = createListeners();

function change(next: Waiting[]): void {
  waiting = next;
  listeners.notify();
}

/** The request for a login, as its dialog sees it. */
export const loginRequest = {
  isOpen: (): boolean => waiting.length > 0,
  subscribe: listeners.subscribe,
  /** Call after a login, or when the dialog is closed. */
  complete: (isLoggedIn: boolean): void => {
    const callers = waiting;
    change([]);
    for (const each of callers) each(isLoggedIn);
  },
};

/** Opens the login over the current screen. Resolves to whether the login succeeded. */
export function requestLogin(): Promise<boolean> {
  return new Promise((resolve) => change([...waiting, resolve]));
}

/** Makes a call, and again after a login when it needs one. Throws 401 only when the login was refused. */
export async function withLogin<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    const token = getSession()?.token;
    try {
      return await call();
    } catch (error) {
      if (!isApiError(error, 401)) throw error;
      const now = getSession()?.token;
      const isNewer = now !== undefined && now !== token;
      if (!isNewer && !(await requestLogin())) throw error;
    }
  }
}

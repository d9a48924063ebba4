// Calls that may find the session ended: one logs in over the work, which stays as it is, and the call is
// made again. However many calls wait, there is one login. No React here.
import { isApiError } from "storefront/api/errors.ts";
import { getSession } from "./session.ts";

type Waiting = (isIn: boolean) => void;

let waiting: Waiting[] = [];
const listeners = new Set<() => void>();

function change(next: Waiting[]): void {
  waiting = next;
  for (const listener of [...listeners]) listener();
}

/** The login over the work, as its dialog sees it. */
export const loginOver = {
  isAsked: (): boolean => waiting.length > 0,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Somebody is in again, or has closed the dialog. */
  settle: (isIn: boolean): void => {
    const done = waiting;
    change([]);
    for (const each of done) each(isIn);
  },
};

/** Asks for a login over the work; whether somebody is in after it. */
export function logInOver(): Promise<boolean> {
  return new Promise((done) => change([...waiting, done]));
}

/** Makes a call, again after a login when there was none. Throws 401 only when the login was refused. */
export async function ask<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    const token = getSession()?.token;
    try {
      return await call();
    } catch (error) {
      if (!isApiError(error, 401)) throw error;
      const now = getSession()?.token;
      const isNewer = now !== undefined && now !== token;
      if (!isNewer && !(await logInOver())) throw error;
    }
  }
}

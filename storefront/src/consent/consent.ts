import { useSyncExternalStore } from "react";
import { cookieStore } from "#app/kit/cookie.ts";

/** Null: no choice yet. */
export type Consent = boolean | null;

const store = cookieStore("hr_consent");

export function getConsent(): Consent {
  const value = store.get();
  return value === "yes" ? true : value === "no" ? false : null;
}

export function setConsent(granted: boolean): void {
  store.set(granted ? "yes" : "no");
}

export function useConsent(): Consent {
  return useSyncExternalStore(store.subscribe, getConsent);
}

/** Whether measuring is allowed: granted, or the person is logged in. */
export function mayMeasure(consent: Consent, loggedIn: boolean): boolean {
  return loggedIn || consent === true;
}

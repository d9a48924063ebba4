// The card payment that this tab has begun, remembered across the reload that ends the dialog and
// across the detour to a bank.
import { parseJson } from "#app/kit/stored.ts";

export type Begun = {
  transactionId: string;
  endpoint: string;
  /** Begun with the token of the app's address. */
  app: boolean;
  /** What the dialog said; null while it is open, or when the bank took its place. */
  told: "completed" | "cancelled" | null;
};

const KEY = "heliriiul.cardPayment";

export function startedPayment(): Begun | null {
  try {
    const value = parseJson(sessionStorage.getItem(KEY)) as Partial<Begun> | null;
    return typeof value?.transactionId === "string" && typeof value.endpoint === "string"
      ? {
          transactionId: value.transactionId,
          endpoint: value.endpoint,
          app: value.app === true,
          told: value.told === "completed" || value.told === "cancelled" ? value.told : null,
        }
      : null;
  } catch {
    return null;
  }
}

export function rememberPayment(begun: Begun | null): void {
  try {
    if (begun) sessionStorage.setItem(KEY, JSON.stringify(begun));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without storage a reload begins anew, and the server answers with the same payment.
  }
}

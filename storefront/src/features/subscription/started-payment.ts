// The card payment that this tab has started, kept across the reload after the dialog and the visit to a
// bank.
import { parseJson } from "#app/kit/stored.ts";

export type StartedPayment = {
  transactionId: string;
  endpoint: string;
  /** Started with the token of the app's address. */
  app: boolean;
  /** The dialog's result; null while it is open, and when the bank's page replaced it. */
  outcome: "completed" | "cancelled" | null;
};

const KEY = "heliriiul.cardPayment";

export function startedPayment(): StartedPayment | null {
  try {
    const value = parseJson(sessionStorage.getItem(KEY)) as Partial<StartedPayment> | null;
    return typeof value?.transactionId === "string" && typeof value.endpoint === "string"
      ? {
          transactionId: value.transactionId,
          endpoint: value.endpoint,
          app: value.app === true,
          outcome:
            value.outcome === "completed" || value.outcome === "cancelled" ? value.outcome : null,
        }
      : null;
  } catch {
    return null;
  }
}

export function rememberPayment(payment: StartedPayment | null): void {
  try {
    if (payment) sessionStorage.setItem(KEY, JSON.stringify(payment));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without storage a reload starts again, and the server returns the same payment.
  }
}

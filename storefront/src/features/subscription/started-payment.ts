// The card payment of this tab, stored since the dialog reloads the page and a bank replaces it.
import { parseJson, stored } from "#app/kit/stored.ts";

export type StartedPayment = {
  transactionId: string;
  endpoint: string;
  /** Started with the token of the app's address. */
  app: boolean;
  /** The dialog's result; null while it is open, and when the bank's page replaced it. */
  outcome: "completed" | "cancelled" | null;
};

const store = stored<StartedPayment | null>(
  "heliriiul.cardPayment",
  (text) => {
    const value = parseJson(text) as Partial<StartedPayment> | null;
    const { transactionId, endpoint, app, outcome } = value ?? {};
    if (typeof transactionId !== "string" || typeof endpoint !== "string") return null;
    const known = outcome === "completed" || outcome === "cancelled" ? outcome : null;
    return { transactionId, endpoint, app: app === true, outcome: known };
  },
  (payment) => payment && JSON.stringify(payment),
  "sessionStorage",
);

export const startedPayment = store.get;
export const rememberPayment = store.set;

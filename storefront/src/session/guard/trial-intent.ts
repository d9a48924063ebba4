// A visitor who chose a plan must register first. After the email is confirmed, this browser continues
// with the payment.

import { paths } from "#app/addresses/paths.ts";
import { stored } from "#app/kit/stored.ts";

const TRIAL = paths.cardPayment("start-trial", "web");

/** The address of the trial's payment with the chosen plan; null when no plan was chosen. */
export const trialIntent = stored<string | null>(
  "heliriiul.trial",
  (text) => (text?.startsWith(TRIAL) ? text : null),
  (path) => path,
);

/** Stores the intent when `target`, the page after registration, leads to a plan. Returns whether it does. */
export function rememberTrialIntent(target: unknown): boolean {
  const payment = String(target).startsWith(TRIAL) ? String(target) : TRIAL;
  if (target !== paths.plans && target !== payment) return false;
  trialIntent.set(payment);
  return true;
}

export const trialPath = () => trialIntent.get() ?? TRIAL;

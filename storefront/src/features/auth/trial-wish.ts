// Somebody on the way to a package had to make an account first: after the confirmation of the address
// the way goes on from where it broke off, in this browser.
import { stored } from "#app/kit/stored.ts";
import { paths } from "#app/paths.ts";

const TRIAL = paths.cardPayment("start-trial", "web");

/** The trial's payment, with the package that was chosen; null when nobody wished for one. */
export const trialWish = stored<string | null>(
  "heliriiul.trial",
  (text) => (text?.startsWith(TRIAL) ? text : null),
  (path) => path,
);

/** Whether one who wanted `target` wanted a package; remembered then. */
export function noteTrialWish(target: unknown): boolean {
  const wished = String(target).startsWith(TRIAL) ? String(target) : TRIAL;
  if (target !== paths.packages && target !== wished) return false;
  trialWish.set(wished);
  return true;
}

export const trialPath = () => trialWish.get() ?? TRIAL;

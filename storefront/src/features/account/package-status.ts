// The account's package in the words of the account page.
import type { User } from "#app/api/types.ts";
import { accountStrings } from "#app/et/account.ts";
import { hasActivePackage } from "#app/features/auth/session.ts";

const text = accountStrings;

type Holder = Pick<User, "subscriptionExpiresAt" | "trialActive">;

/** 'Prooviperiood', 'Aktiivne' or 'Mitteaktiivne'. */
export function packageStatus(user: Holder, now = Date.now()): string {
  if (!hasActivePackage(user, now)) return text.inactive;
  return user.trialActive ? text.trial : text.active;
}

/** Minutes → "3 t 20 min" before the cap of the flexible package; whole hours drop the minutes. */
export function listened(minutes: number): string {
  const whole = Math.max(0, Math.floor(minutes));
  const hours = Math.floor(whole / 60);
  const rest = whole % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours}t` : `${hours}t ${rest} min`;
}

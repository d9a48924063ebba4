import type { User } from "#app/api/types.ts";
import { accountStrings as text } from "#app/et/screens/account.ts";
import { hasActiveSubscription } from "#app/session/session.ts";

type Holder = Pick<User, "subscriptionExpiresAt" | "trialActive">;

/** 'Prooviperiood', 'Aktiivne' or 'Mitteaktiivne'. */
export function subscriptionStatus(user: Holder, now = Date.now()): string {
  if (!hasActiveSubscription(user, now)) return text.inactive;
  return user.trialActive ? text.trial : text.active;
}

/** Minutes → "3 t 20 min"; whole hours without minutes. */
export function listened(minutes: number): string {
  const whole = Math.max(0, Math.floor(minutes));
  const hours = Math.floor(whole / 60);
  const rest = whole % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours}t` : `${hours}t ${rest} min`;
}

/** The listening hours of the flexible plan, in minutes. */
export const LIMIT_MIN = 20 * 60;

/** The account page warns from this share of the hours on. */
const NEAR = 0.8;

export function usageWarning(minutes: number): string | null {
  if (minutes >= LIMIT_MIN) return text.usageFull;
  return minutes >= LIMIT_MIN * NEAR ? text.usageNear(listened(LIMIT_MIN - minutes)) : null;
}

import { expect, it } from "vitest";
import { aUser } from "#app/testing/data.ts";
import { listened, subscriptionStatus } from "./subscription-status.ts";

const now = Date.parse("2026-11-28T10:00:00Z");
const later = "2026-12-28T10:00:00.000Z";
const earlier = "2026-10-28T10:00:00.000Z";

it.each([
  [{ subscriptionExpiresAt: null, trialActive: false }, "Mitteaktiivne"],
  [{ subscriptionExpiresAt: earlier, trialActive: false }, "Mitteaktiivne"],
  [{ subscriptionExpiresAt: earlier, trialActive: true }, "Mitteaktiivne"],
  [{ subscriptionExpiresAt: later, trialActive: true }, "Prooviperiood"],
  [{ subscriptionExpiresAt: later, trialActive: false }, "Aktiivne"],
])("%j is %s", (over, status) => {
  expect(subscriptionStatus(aUser(over), now)).toBe(status);
});

it.each([
  [0, "0 min"],
  [59, "59 min"],
  [60, "1t"],
  [200, "3t 20 min"],
  [1200, "20t"],
  [-5, "0 min"],
])("%d minutes are %s", (minutes, words) => {
  expect(listened(minutes)).toBe(words);
});

// The calls about packages. `token` speaks for another account than the session's; null is the session.
import { api } from "#app/api/client.ts";
import type {
  ActiveDiscount,
  PackageChange,
  PackagePayment,
  PackageType,
  PaymentStart,
  Subscription,
  User,
} from "#app/api/types.ts";
import { getSession } from "#app/features/auth/session.ts";

export type Token = string | null;

/** The calls that begin a card payment, by the endpoint in the page's address. */
export type Endpoint = "change-card-details" | "start-trial" | "checkout-subscription";

/** Whatever is not a call of its own is a normal payment for a package. */
export const endpointOf = (wanted: string | undefined): Endpoint =>
  wanted === "change-card-details" || wanted === "start-trial" ? wanted : "checkout-subscription";

const as = (token: Token) => token ?? undefined;

export function startPayment(endpoint: Endpoint, kind: PackageType, token: Token) {
  const apiToken = token ?? getSession()?.token;
  return api<PaymentStart>(`/${endpoint}`, {
    method: "POST",
    token: as(token),
    body: {
      apiToken,
      ...(endpoint !== "change-card-details" && { subscriptionType: kind }),
    },
  });
}

export const fetchPayment = (transactionId: string, token: Token, signal: AbortSignal) =>
  api<PackagePayment>(`/subscription-payments/${encodeURIComponent(transactionId)}`, {
    token: as(token),
    signal,
  });

/** `json` and `mac` as the card dialog gave them: signed, so not to be touched. */
export const notify = (message: { json: string; mac?: string }, token: Token) =>
  api<unknown>("/notify", { method: "POST", token: as(token), body: message, keepalive: true });

export const fetchSubscription = (token: Token, signal?: AbortSignal) =>
  api<Subscription>("/subscription", { token: as(token), signal });

export const fetchUser = (token: Token, signal?: AbortSignal) =>
  api<User>("/user", { token: as(token), signal });

export const changeSubscription = (
  change: { subscriptionType: PackageType; atPeriodEnd?: boolean },
  token: Token = null,
) => api<PackageChange>("/change-subscription", { method: "POST", token: as(token), body: change });

export const unsubscribe = () => api<User>("/unsubscribe", { method: "POST" });

/** Percent off the package by the user's activated code; 0 when there is none or nobody can say. */
export const activeDiscount = (token: Token, signal?: AbortSignal) =>
  api<ActiveDiscount>("/discounts/active", { token: as(token), signal }).then(
    ({ discountPercentage }) => discountPercentage,
    () => 0,
  );

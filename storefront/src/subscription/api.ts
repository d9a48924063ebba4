// `token` authenticates another account than the session's; null is the session.
import { api } from "#app/api/client.ts";
import type { PaymentStart, Plan, Schemas } from "#app/api/types.ts";
import { getSession } from "#app/session/session.ts";

export type Token = string | null;

/** The calls that start a card payment, named as in the page's address. */
export type Endpoint = "change-card-details" | "start-trial" | "checkout-subscription";

/** Any other name is a normal payment for a subscription. */
export const endpointOf = (name: string | undefined): Endpoint =>
  name === "change-card-details" || name === "start-trial" ? name : "checkout-subscription";

const auth = (token: Token) => ({ token: token ?? undefined });

/** Repeating the call with another consent returns the same payment. */
export function startPayment(
  endpoint: Endpoint,
  plan: Plan,
  token: Token,
  immediateAccessConsent?: boolean,
): Promise<PaymentStart> {
  const apiToken = token ?? getSession()?.token ?? "";
  if (endpoint === "change-card-details") {
    return api("POST /change-card-details", { ...auth(token), body: { apiToken } });
  }
  return api(`POST /${endpoint}`, {
    ...auth(token),
    body: {
      apiToken,
      subscriptionType: plan,
      ...(immediateAccessConsent !== undefined && { immediateAccessConsent }),
    },
  });
}

export const fetchPayment = (transactionId: string, token: Token, signal: AbortSignal) =>
  api("GET /subscription-payments/{transactionId}", {
    ...auth(token),
    path: { transactionId },
    signal,
  });

/** `json` and `mac` come from the card dialog and are signed: they are passed on unchanged. */
export const notify = (body: Schemas["Signed"], token: Token) =>
  api("POST /notify", { ...auth(token), body, keepalive: true });

export const fetchSubscription = (token: Token, signal?: AbortSignal) =>
  api("GET /subscription", { ...auth(token), signal });

export const fetchUser = (token: Token, signal?: AbortSignal) =>
  api("GET /user", { ...auth(token), signal });

export type PlanChoice = { subscriptionType: Plan; atPeriodEnd?: boolean };

export const changeSubscription = (body: PlanChoice, token: Token = null) =>
  api("POST /change-subscription", { ...auth(token), body });

export const unsubscribe = () => api("POST /unsubscribe");

export type SubscriptionDiscount = Schemas["ActiveDiscount"];

export const NO_DISCOUNT: SubscriptionDiscount = {
  discountPercentage: 0,
  discountedPayments: null,
};

/** The reduction by the user's activated code; none when the call fails. */
export const activeDiscount = (token: Token, signal?: AbortSignal) =>
  api("GET /discounts/active", { ...auth(token), signal }).catch(() => NO_DISCOUNT);

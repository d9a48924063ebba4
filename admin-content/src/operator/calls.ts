// The calls of the admins' screens.
import { api, type Call, type Options } from "storefront/api/client.ts";
import type { DiscountBatch, GiftCardBatch, Person, SubscriptionChange } from "./types.ts";

type QueryOf<C extends Call> = Options<C> extends { query?: infer Query } ? Query : never;

export const searchPeople = (query: QueryOf<"GET /admin/people">, signal?: AbortSignal) =>
  api("GET /admin/people", { query, signal });
export const findPerson = async (id: string, signal?: AbortSignal): Promise<Person> =>
  (await api("GET /admin/people/{id}", { path: { id }, signal })) as Person;
export const changeSubscription = (id: string, change: SubscriptionChange, reason: string) =>
  api("POST /admin/people/{id}/subscription", { path: { id }, body: { change, reason } });
export const undoChange = (id: string, event: string, reason: string) =>
  api("POST /admin/people/{id}/subscription/undo", { path: { id }, body: { event, reason } });
export const resendEmail = (id: string) => api("POST /admin/emails/{id}/resend", { path: { id } });

export const sendReceipt = (id: string) => api("POST /admin/receipts/{id}/send", { path: { id } });

export const listOrders = (query: QueryOf<"GET /admin/orders">, signal?: AbortSignal) =>
  api("GET /admin/orders", { query, signal });
export const listTransactions = (query: QueryOf<"GET /admin/transactions">, signal?: AbortSignal) =>
  api("GET /admin/transactions", { query, signal });
export const listSubscribers = (query: QueryOf<"GET /admin/subscribers">, signal?: AbortSignal) =>
  api("GET /admin/subscribers", { query, signal });
export const listRefunds = (query: QueryOf<"GET /admin/refunds">, signal?: AbortSignal) =>
  api("GET /admin/refunds", { query, signal });
/** Without an amount, all that is left. */
export const refundTransaction = (id: string, amount: number | null, reason: string) =>
  api("POST /admin/transactions/{id}/refund", { path: { id }, body: { amount, reason } });
export const refundBook = (id: string, bookId: string, reason: string) =>
  api("POST /admin/orders/{id}/refund", { path: { id }, body: { bookId, reason } });

export const listIncidents = (query: QueryOf<"GET /admin/incidents">, signal?: AbortSignal) =>
  api("GET /admin/incidents", { query, signal });
export const carryOutProposal = (id: string, reason: string) =>
  api("POST /admin/incidents/{id}/proposal", { path: { id }, body: { reason } });
export const resolveIncident = (id: string, reason: string) =>
  api("POST /admin/incidents/{id}/resolve", { path: { id }, body: { reason } });

export const listGiftCards = (query: QueryOf<"GET /admin/gift-cards">, signal?: AbortSignal) =>
  api("GET /admin/gift-cards", { query, signal });
export const createGiftCards = (body: GiftCardBatch) => api("POST /admin/gift-cards", { body });
export const revokeGiftCard = (id: string, reason: string) =>
  api("POST /admin/gift-cards/{id}/revoke", { path: { id }, body: { reason } });

export const listDiscounts = (query: QueryOf<"GET /admin/discounts">, signal?: AbortSignal) =>
  api("GET /admin/discounts", { query, signal });
export const createDiscounts = (body: DiscountBatch) => api("POST /admin/discounts", { body });
export const revokeDiscount = (id: string, reason: string) =>
  api("POST /admin/discounts/{id}/revoke", { path: { id }, body: { reason } });
export const listDiscountUses = (
  id: string,
  query: QueryOf<"GET /admin/discounts/{id}/uses">,
  signal?: AbortSignal,
) => api("GET /admin/discounts/{id}/uses", { path: { id }, query, signal });

export const listJobs = (query: QueryOf<"GET /admin/jobs">, signal?: AbortSignal) =>
  api("GET /admin/jobs", { query, signal });
export const retryJob = (id: string, reason: string) =>
  api("POST /admin/jobs/{id}/retry", { path: { id }, body: { reason } });

export const reportSales = (query: QueryOf<"GET /admin/reports/sales">, signal?: AbortSignal) =>
  api("GET /admin/reports/sales", { query, signal });
export const reportListening = (
  query: QueryOf<"GET /admin/reports/listening">,
  signal?: AbortSignal,
) => api("GET /admin/reports/listening", { query, signal });

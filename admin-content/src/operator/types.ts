// Names for the shapes of the admins' calls, from the API's schema. Amounts are euro, times are RFC 3339 UTC strings.
import type { Answer, Schemas } from "storefront/api/types.ts";

export type Plan = Schemas["Plan"];
export type RowPerson = Schemas["RowPerson"];

export type PersonItem = Answer<Schemas["PersonItem"]>;

export type OrderStatus = Schemas["OrderStatus"];
export type OrderItem = Answer<Schemas["OrderItem"]>;
export type TransactionItem = Answer<Schemas["TransactionItem"]>;
export type SubscriptionStatus = Schemas["SubscriptionStatus"];
export type Subscriber = Answer<Schemas["Subscriber"]>;
export type RefundStatus = Schemas["RefundStatus"];
export type RefundItem = Answer<Schemas["RefundItem"]>;
export type MadeRefund = Schemas["MadeRefund"];

export type Proposal = Schemas["Proposal"];
export type Incident = Answer<Schemas["Incident"]>;

/** `hint` is the end of the code. */
export type GiftCardItem = Answer<Schemas["GiftCardItem"]>;
export type GiftCardBatch = Schemas["GiftCardBatch"];
export type DiscountScope = Schemas["Scope"];
export type DiscountItem = Answer<Schemas["DiscountItem"]>;
export type DiscountBatch = Schemas["DiscountBatch"];
export type DiscountUse = Answer<Schemas["DiscountUse"]>;

export type JobItem = Answer<Schemas["JobItem"]>;

/** `vatRate` is in basis points. */
export type SalesRow = Answer<Schemas["SalesRow"]>;
export type ListeningRow = Answer<Schemas["ListeningRow"]>;

export type PersonSubscription = Answer<Schemas["PersonSubscription"]>;
export type PersonOrder = Answer<Schemas["PersonOrder"]>;
export type PersonTransaction = Answer<Schemas["PersonTransaction"]>;
/** `total` of a credit note is negative. */
export type PersonReceipt = Answer<Schemas["PersonReceipt"]>;
export type PersonEmail = Answer<Schemas["PersonEmail"]>;

/** The members of `detail` belong to the kind. */
export type PersonEvent = Omit<Answer<Schemas["PersonEvent"]>, "detail"> & {
  detail: Record<string, unknown>;
};
export type Person = Omit<Answer<Schemas["PersonDetails"]>, "events"> & { events: PersonEvent[] };

export type SubscriptionChange = Schemas["SubscriptionChange"];

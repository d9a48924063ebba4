// The shapes of the calls about packages, written by hand: the API's document lacks them still, and
// the generated types take their place when it has them.
import type { PackageType } from "./types.ts";

/** What the card dialog is opened with. `url` is its script, `key` the publishable one. */
export type PaymentStart = {
  url: string;
  key: string;
  transactionId: string;
  amount: number;
  currency: string;
  email: string;
  clientName: string;
  returnTo: string;
};

export type PackagePurpose = "trial" | "join" | "renewal" | "upgrade" | "card";

export type PackagePayment = {
  transactionId: string;
  purpose: PackagePurpose;
  status: "open" | "charging" | "paid" | "failed" | "cancelled" | "expired" | "refunded";
  subscriptionType: PackageType | null;
  amount: number;
};

export type Subscription = {
  subscriptionType: PackageType | null;
  /** Another plan, booked for the next period. */
  nextSubscriptionType: PackageType | null;
  /** `stopped`: runs to its end and is not renewed. `grace`: a declined charge is being tried again. */
  status: "none" | "trial" | "active" | "stopped" | "grace" | "ended";
  startedAt: string | null;
  periodStart: string | null;
  expiresAt: string | null;
  renewsAt: string | null;
  nextAmount: number | null;
  trialAvailable: boolean;
  hasCard: boolean;
  /** A day, such as 2028-06-30. */
  paymentTokenExpiry: string | null;
  /** What flexible → unlimited costs now. */
  upgradeAmount: number | null;
  activeDiscountPercentage: number;
};

export type PackageChange = {
  changed: "now" | "period-end" | "resumed" | "unbooked";
  amount: number;
  subscriptionType: PackageType;
  effectiveAt: string;
};

export type PaymentTokenExpiry = { paymentTokenExpiry: string | null };

export type ActiveDiscount = { discountPercentage: number };

// The words for states and kinds that the API names in English.
import type {
  DiscountScope,
  OrderStatus,
  Plan,
  RefundStatus,
  SubscriptionStatus,
} from "#app/operator/types.ts";

export const plans: Record<Plan, string> = {
  "20H_LIMITED": "Paindlik pakett",
  UNLIMITED: "Piiramatu pakett",
};
export const planOptions = Object.entries(plans).map(([value, label]) => ({ value, label }));

export const orderStatuses: Record<OrderStatus, string> = {
  open: "Ootab makset",
  paid: "Makstud",
  cancelled: "Katkestatud",
  failed: "Makse ebaõnnestus",
  expired: "Aegunud",
  refunded: "Tagastatud",
};

export const transactionStatuses: Record<string, string> = {
  CREATED: "Alustatud",
  PENDING: "Maksmisel",
  APPROVED: "Kaart kinnitatud",
  CANCELLED: "Katkestatud",
  EXPIRED: "Aegunud",
  FAILED: "Ebaõnnestunud",
  COMPLETED: "Makstud",
  PART_REFUNDED: "Osaliselt tagastatud",
  REFUNDED: "Tagastatud",
};

export const refundStatuses: Record<RefundStatus, string> = {
  planned: "Ootab otsust",
  sending: "Saatmisel",
  refused: "Makseteenus keeldus",
  lost: "Ei jõudnud kohale",
  covered: "Tagastatud teise maksega",
  CREATED: "Makseteenusel",
  PENDING: "Pangas",
  SENT: "Saadetud",
  SETTLED: "Makstud",
  FAILED: "Ebaõnnestunud",
};

export const subscriptionStatuses: Record<SubscriptionStatus, string> = {
  none: "Ei ole",
  trial: "Prooviaeg",
  active: "Kehtib",
  stopped: "Lõpeb, ei uuene",
  grace: "Makse hilineb",
  ended: "Lõppenud",
};

export const paymentPurposes: Record<string, string> = {
  trial: "Prooviaeg",
  join: "Liitumine",
  renewal: "Uuendamine",
  upgrade: "Paketi vahetus",
  card: "Kaardi vahetus",
};

export const paymentStatuses: Record<string, string> = {
  open: "Ootab makset",
  charging: "Kaarti debiteeritakse",
  declined: "Kaart lükati tagasi",
  paid: "Makstud",
  failed: "Ebaõnnestunud",
  cancelled: "Katkestatud",
  expired: "Aegunud",
  refunded: "Tagastatud",
};

export const periodSources: Record<string, string> = {
  trial: "Prooviaeg",
  payment: "Makstud",
  gift: "Kinkekaart",
  grant: "Tasuta",
};

export const discountScopes: Record<DiscountScope, string> = {
  cart: "Ostukorv",
  subscription: "Pakett",
  both: "Ostukorv ja pakett",
};

export const roles: Record<string, string> = {
  listener: "Kuulaja",
  editor: "Toimetaja",
  admin: "Haldur",
};

export const jobKinds: Record<string, string> = {
  "send-email": "Kirja saatmine",
  "reconcile-transactions": "Maksete kontroll",
  "expire-orders": "Maksmata tellimuste sulgemine",
  cleanup: "Koristus",
  "renew-subscription": "Paketi uuendamine",
  "subscription-reminder": "Paketi meeldetuletus",
  "publish-content": "Tekstide avaldamine",
  "announce-prices": "Hinnamuutusest teatamine",
  "publish-prices": "Hindade avaldamine",
  "end-price-reduction": "Soodushinna lõpetamine",
};

export const causes: Record<string, string> = {
  checkout: "poes",
  return: "pangast naastes",
  notify: "makseteenuse teade",
  hint: "makseteenuse teade",
  reconcile: "maksete kontroll",
  expiry: "aegumine",
  renewal: "automaatne uuendamine",
  subscriber: "kuulaja",
  withdrawal: "ostust taganemine",
  cli: "käsureal",
  admin: "halduses",
};

/** The API may name a state that this build does not know yet. */
export const word = (words: Record<string, string>, key: string): string => words[key] ?? key;

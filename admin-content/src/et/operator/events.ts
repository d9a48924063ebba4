// A sentence for each kind of event of the ledger. A missing member of `detail` only shortens the sentence.
import { euro } from "storefront/et/format.ts";
import { dayText } from "#app/et/day.ts";
import type { PersonEvent } from "#app/operator/types.ts";
import { changeSentence } from "./changes.ts";
import { incidentKinds } from "./incidents.ts";
import {
  discountScopes,
  orderStatuses,
  paymentPurposes,
  paymentStatuses,
  plans,
  refundStatuses,
  transactionStatuses,
  word,
} from "./words.ts";

/** The members of an event's detail, each as an Estonian text or "". */
export type Detail = ReturnType<typeof detailOf>;

const arrow = (before: string, after: string): string =>
  [before, after].filter(Boolean).join(" → ");

/** `before` and `text` only when there is one. */
const joined = (before: string, text: string): string => (text ? before + text : "");

function detailOf(detail: Record<string, unknown>, titleOf: (bookId: string) => string) {
  const text = (name: string) => {
    const value = detail[name];
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  };
  const of = (words: Record<string, string>) => (name: string) => word(words, text(name));
  return {
    text,
    has: (name: string) => detail[name] === true,
    number: (name: string) => joined(" ", text(name)),
    euro: (name: string) => (typeof detail[name] === "number" ? euro(detail[name]) : ""),
    until: (name: string) => joined(" kuni ", day(text(name))),
    day: (name: string) => day(text(name)),
    plan: of(plans),
    order: of(orderStatuses),
    payment: of(paymentStatuses),
    purpose: of(paymentPurposes),
    transaction: of(transactionStatuses),
    refund: of(refundStatuses),
    scope: of(discountScopes),
    incident: () => incidentKinds[text("kind")]?.title ?? text("kind"),
    book: () => joined(" ", text("bookId") && `„${titleOf(text("bookId"))}“`),
    change: () => changeSentence(detail.change),
  };
}

const day = (time: string): string => (Number.isNaN(Date.parse(time)) ? "" : dayText(time));

export const eventSentences: Record<string, (d: Detail) => string> = {
  "order-created": (d) =>
    `Tellimus${d.number("number")} loodi${joined(", summa ", d.euro("total"))}.`,
  "consent-changed": (d) =>
    d.has("consent")
      ? "Ostja nõustus kohese kuulamisega ja loobus taganemisõigusest."
      : "Ostja võttis nõusoleku koheseks kuulamiseks tagasi.",
  "order-paid": (d) => `Tellimus${d.number("number")} on makstud, raamatud on raamaturiiulis.`,
  "order-closed": (d) => `Tellimus suleti${joined(": ", d.order("status").toLowerCase())}.`,
  "order-refunded": () => "Tellimuse raha on tagastatud.",
  "order-withdrawn": (d) => `Ostja taganes tellimusest${d.number("number")}.`,
  "transaction-changed": (d) =>
    `Makse seis muutus${joined(": ", arrow(d.transaction("before"), d.transaction("after")).toLowerCase())}.`,
  "report-refused": () => "Makseteenuse teade ei klappinud ja jäeti kõrvale.",
  "refund-found": (d) => `Makseteenuse portaalis tagastati ${d.euro("amount") || "raha"}.`,
  "refund-started": (d) =>
    `Tagasimakse${joined(" ", d.euro("amount"))} saadeti makseteenusele${joined(", raamat", d.book())}.`,
  "refund-changed": (d) =>
    `Tagasimakse${joined(" ", d.euro("amount"))} seis muutus${joined(": ", d.refund("after").toLowerCase())}.`,
  "refund-planned": (d) => `Tagasimakse${joined(" ", d.euro("amount"))} ootab halduri otsust.`,
  "subscription-payment-started": (d) =>
    `Paketi makse${d.number("payment")} algas${joined(": ", d.purpose("purpose").toLowerCase())}${joined(", ", d.euro("amount"))}.`,
  "subscription-payment-closed": (d) =>
    `Paketi makse lõppes${joined(": ", d.payment("status").toLowerCase())}.`,
  "trial-started": (d) => `Prooviaeg algas${joined(", ", d.plan("plan"))}${d.until("until")}.`,
  "trial-repeated": () => "Prooviaega sooviti teist korda. Salvestati ainult kaart.",
  "subscription-joined": (d) =>
    `Liitus paketiga${joined(": ", d.plan("plan"))}${d.until("until")}.`,
  "subscription-renewed": (d) => `Pakett uuenes${d.until("until")}.`,
  "subscription-upgraded": (d) =>
    `Pakett vahetus kohe suuremaks${joined(", makstud ", d.euro("amount"))}.`,
  "subscription-stopped": (d) =>
    `Uuendamine lõpetati${joined(", pakett kehtib", d.until("until"))}.`,
  "subscription-resumed": (d) =>
    `Uuendamine jätkub${joined(", järgmine makse ", d.day("renewsAt"))}.`,
  "subscription-ended": () => "Pakett lõppes.",
  "subscription-refunded": (d) => `Paketi makse${d.number("payment")} on tagastatud.`,
  "subscription-withdrawn": (d) => `Tellija taganes paketi maksest${d.number("number")}.`,
  "plan-change-scheduled": (d) =>
    `Pakett vahetub${joined(" ", d.day("from"))}${joined(": ", d.plan("plan"))}.`,
  "plan-change-cancelled": (d) => `Paketi vahetus jäeti ära${joined(": ", d.plan("plan"))}.`,
  "price-announced": (d) =>
    `Uuest hinnast teatati${joined(": ", arrow(d.euro("before"), d.euro("after")))}${joined(" alates ", d.day("from"))}.`,
  "card-changed": () => "Maksekaart vahetati.",
  "charge-declined": (d) =>
    d.has("stopped")
      ? "Pank lükkas kaardimakse tagasi. Uuendamine oli juba lõpetatud."
      : `Pank lükkas kaardimakse${d.number("payment")} tagasi${joined(", katse ", d.text("attempt"))}.`,
  "discount-activated": (d) =>
    `Sooduskood${d.number("code")} võeti kasutusele${joined(", ", d.text("percent") && `${d.text("percent")} %`)}.`,
  "gift-card-activated": (d) =>
    `Kinkekaart võeti kasutusele${joined(": ", d.plan("plan"))}${d.until("until")}.`,
  "subscription-changed": (d) => `Haldur muutis paketti: ${d.change()}.`,
  "subscription-change-undone": () => "Haldur võttis paketi muudatuse tagasi.",
  "book-returned": (d) => `Raamat${d.book()} eemaldati raamaturiiulist.`,
  "incident-resolved": (d) => `Lahendatud: ${d.incident().toLowerCase() || "kirje"}.`,
  "gift-cards-created": (d) =>
    `Loodi kinkekaarte${joined(": ", d.text("count"))}${joined(", ", d.plan("plan"))}.`,
  "gift-card-revoked": () => "Kinkekaart tühistati.",
  "discounts-created": (d) =>
    `Loodi sooduskoode${joined(": ", d.text("count"))}${joined(", ", d.scope("scope").toLowerCase())}.`,
  "discount-revoked": (d) => `Sooduskood${d.number("code")} tühistati.`,
  "job-retried": () => "Taustatöö pandi kohe uuesti tööle.",
};

/** An unknown kind is shown as it is. */
export function eventSentence(
  { kind, detail }: Pick<PersonEvent, "kind" | "detail">,
  titleOf: (bookId: string) => string,
): string {
  return eventSentences[kind]?.(detailOf(detail, titleOf)) ?? kind;
}

import { euro } from "storefront/et/format.ts";
import { parsePrice } from "#app/et/money.ts";
import { personStrings as text } from "#app/et/operator/person.ts";
import type { MadeRefund, RefundStatus } from "#app/operator/types.ts";

const NOT_PAID_OUT: RefundStatus[] = ["planned", "refused", "lost", "covered", "FAILED"];

/** The money has left the store or is on its way. */
export const isPaidOut = (status: RefundStatus): boolean => !NOT_PAID_OUT.includes(status);

export function refundNotice({ amount, repeated }: MadeRefund): string {
  if (amount === 0) return text.bookReturned;
  return repeated ? text.refundRepeated(euro(amount)) : text.refundSent(euro(amount));
}

/** The code of what is wrong with an amount to refund, of which at most `most` is left. */
export function amountCode(typed: string, most: number): string | undefined {
  const amount = parsePrice(typed);
  if (amount === null) return "required";
  if (amount === undefined) return "invalid";
  if (amount <= 0) return "out-of-range";
  return amount > most ? "too-large" : undefined;
}

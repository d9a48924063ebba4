/** euro × (1 − percent/100), half a cent rounded up, as on the server. */
export function memberPrice(price: number, percent: number): number {
  const cents = Math.round(price * 100);
  // Integers only (percent in hundredths), so that no half cent is lost to binary fractions.
  const scaled = cents * (10_000 - Math.round(percent * 100));
  return Math.floor((scaled + 5_000) / 10_000) / 100;
}

export type PriceShown = { price: number; was: number | null };

/** `percent` is 0 without a subscription. Null where the book is not sold singly. */
export function priceFor(book: SoldBook, percent: number): PriceShown | null {
  if (book.price === null || (book.paymentType === "SUBSCRIPTION" && book.price !== 0)) return null;
  if (percent <= 0 || book.price === 0) return { price: book.price, was: null };
  return { price: memberPrice(book.price, percent), was: book.price };
}

export type SoldBook = {
  price: number | null;
  paymentType: "ALL" | "SUBSCRIPTION" | "PURCHASE";
};

export const allowsSubscription = (book: SoldBook) =>
  book.paymentType === "ALL" || book.paymentType === "SUBSCRIPTION";

export const allowsPurchase = (book: SoldBook) =>
  (book.paymentType === "ALL" || book.paymentType === "PURCHASE") && book.price !== null;

export const isFree = (book: SoldBook) => book.price === 0;

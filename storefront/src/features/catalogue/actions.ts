// The possible actions on a book, by the states of the specification.
import { allowsPurchase, allowsSubscription, isFree, type SoldBook } from "#app/catalogue/price.ts";

export type BookState = {
  book: SoldBook & { sample: string | null };
  loggedIn: boolean;
  /** The user's subscription has not expired. */
  hasSubscription: boolean;
  /** null: not in the library; true: by the subscription ('Paketiraamat'); false: bought. */
  inLibrary: boolean | null;
};

export type BookActions = {
  listen: boolean;
  sample: boolean;
  join: boolean;
  addToLibrary: boolean;
  addToCart: boolean;
  addFree: boolean;
};

export function actionsFor({ book, loggedIn, hasSubscription, inLibrary }: BookState): BookActions {
  const owned = inLibrary !== null;
  const free = isFree(book);
  return {
    listen: owned,
    sample: !owned && book.sample !== null,
    join: allowsSubscription(book) && !hasSubscription,
    // A free book has its own button and stays in the library for good.
    addToLibrary: loggedIn && !owned && allowsSubscription(book) && !free,
    // A subscription's book may be bought too; a bought one may not be bought again.
    addToCart: allowsPurchase(book) && !free && inLibrary !== false,
    addFree: free && loggedIn && !owned,
  };
}

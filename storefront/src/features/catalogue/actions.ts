// What can be done with a book, as the specification's states of the detail page have it. Pure.
import { allowsPurchase, allowsSubscription, isFree, type SoldBook } from "#app/catalogue/price.ts";

export type BookState = {
  book: SoldBook & { sample: string | null };
  loggedIn: boolean;
  /** The user has a package that has not expired. */
  hasSubscription: boolean;
  /** null: not in the library; true: a 'Paketiraamat', false: an 'Ostetud raamat'. */
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
    // A free book has a button of its own, and goes to the shelf for good.
    addToLibrary: loggedIn && !owned && allowsSubscription(book) && !free,
    // A package's book may still be bought, to keep it; a bought one may not be bought again.
    addToCart: allowsPurchase(book) && !free && inLibrary !== false,
    addFree: free && loggedIn && !owned,
  };
}

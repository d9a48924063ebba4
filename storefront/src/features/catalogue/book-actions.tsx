import { useState } from "react";
import { useFetcher, useNavigate } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import type { Book, LibraryBook } from "#app/api/types.ts";
import { isFree } from "#app/catalogue/price.ts";
import { shared, strings } from "#app/et/strings.ts";
import { AnchorButton, Button, LinkButton } from "#app/kit/button.tsx";
import { ConfirmDialog } from "#app/kit/confirm-dialog.tsx";
import { Dialog } from "#app/kit/dialog.tsx";
import { Icon } from "#app/kit/icon.tsx";
import { type BookActions as Actions, actionsFor } from "./actions.ts";

const text = strings.catalogue;

export type Reader = {
  loggedIn: boolean;
  hasSubscription: boolean;
  /** The book in the reader's library, null when it is not there. */
  entry: LibraryBook | null;
  /** The library could not be loaded, so the possible actions are unknown. */
  failed: boolean;
};

export type BookCalls = {
  addToCart: () => void;
  retry: () => void;
};

export function BookActions({
  book,
  reader,
  calls,
  partnerUrl,
}: {
  book: Book;
  reader: Reader;
  calls: BookCalls;
  /** The external streaming partner, for readers without a subscription. */
  partnerUrl: string | null;
}) {
  const { loggedIn, hasSubscription, entry, failed } = reader;
  const [dialog, setDialog] = useState<"library" | "cart" | null>(null);
  const { submit, state } = useFetcher();
  const pending = state !== "idle";
  const navigate = useNavigate();
  const can = actionsFor({
    book,
    loggedIn,
    hasSubscription,
    inLibrary: entry ? entry.subscriptionBook : null,
  });

  if (failed) {
    return (
      <div className="actions" role="alert">
        <p>{strings.common.loadError}</p>
        <Button onClick={calls.retry}>{strings.common.retry}</Button>
      </div>
    );
  }
  const addToLibrary = () => submit({ bookId: book.id }, { method: "post" });
  const buy = () => {
    calls.addToCart();
    if (loggedIn) setDialog("cart");
    else navigate(paths.register, { state: { redirect: paths.cart } });
  };
  const main = mainAction(can);
  const look = (action: keyof Actions) => (action === main ? "primary" : "secondary");
  return (
    <div className="actions">
      {can.listen && (
        <LinkButton look={look("listen")} size="large" icon="play" to={paths.player(book.id)}>
          {text.listen}
        </LinkButton>
      )}
      {can.addFree && (
        <Button
          look={look("addFree")}
          size="large"
          icon="plus"
          pending={pending}
          onClick={addToLibrary}
        >
          {text.addFree}
        </Button>
      )}
      {can.addToLibrary && (
        <Button
          look={look("addToLibrary")}
          size="large"
          icon="bookmark"
          onClick={() => setDialog("library")}
        >
          {shared.addToShelf}
        </Button>
      )}
      {can.addToCart && (
        <Button look={look("addToCart")} size="large" icon="basket" onClick={buy}>
          {shared.addToCart}
        </Button>
      )}
      {can.join && (
        <LinkButton
          look={look("join")}
          size="large"
          to={loggedIn ? paths.plans : paths.register}
          state={loggedIn ? undefined : { redirect: paths.plans }}
        >
          {shared.joinProduct}
        </LinkButton>
      )}
      {can.join && loggedIn && partnerUrl && (
        <AnchorButton look="quiet" icon="external" href={partnerUrl} rel="noopener">
          {text.partner}
        </AnchorButton>
      )}
      {!loggedIn && isFree(book) && <p className="note">{shared.freeHint}</p>}

      <ConfirmDialog
        open={dialog === "library" && can.addToLibrary}
        title={text.addTitle}
        labels={{ ...strings.dialog, confirm: shared.addToShelf }}
        pending={pending}
        onConfirm={addToLibrary}
        onClose={() => setDialog(null)}
      >
        <p>{text.addQuestion(book.title)}</p>
      </ConfirmDialog>
      <Dialog
        open={dialog === "cart"}
        onClose={() => setDialog(null)}
        title={text.inCartTitle}
        closeLabel={shared.close}
        actions={
          <>
            <LinkButton look="primary" to={paths.cart}>
              {text.toCart}
            </LinkButton>
            <Button onClick={() => setDialog(null)}>{text.goOn}</Button>
          </>
        }
      >
        <p className="in-cart with-icon">
          <Icon name="check" />
          {book.author} - {book.title}
        </p>
      </Dialog>
    </div>
  );
}

/** The action that the reader most likely wants. */
function mainAction(can: Actions): keyof Actions | null {
  const order = ["listen", "addFree", "addToLibrary", "addToCart", "join"] as const;
  return order.find((action) => can[action]) ?? null;
}

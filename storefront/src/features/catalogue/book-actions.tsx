// The buttons of the detail page and the dialogs behind them.
import { useState } from "react";
import { useNavigate } from "react-router";
import type { Book, LibraryBook } from "#app/api/types.ts";
import { shared, strings } from "#app/et/strings.ts";
import { AnchorButton, Button, LinkButton } from "#app/kit/button.tsx";
import { Dialog } from "#app/kit/dialog.tsx";
import { Icon } from "#app/kit/icon.tsx";
import { toast } from "#app/kit/toast.tsx";
import { paths } from "#app/paths.ts";
import { type BookActions as Actions, actionsFor } from "./actions.ts";
import { isFree } from "./price.ts";

const text = strings.catalogue;

export type Reader = {
  loggedIn: boolean;
  activePackage: boolean;
  /** The book on the reader's shelf, null when it is not there. */
  entry: LibraryBook | null;
  /** The shelf could not be loaded: what can be done is unknown. */
  failed: boolean;
};

export type BookCalls = {
  /** Puts the book on the shelf and brings the screen up to date. */
  addToShelf: () => Promise<void>;
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
  /** The external streaming partner, for readers without a package. */
  partnerUrl: string | null;
}) {
  const { loggedIn, activePackage, entry, failed } = reader;
  const [dialog, setDialog] = useState<"shelf" | "cart" | null>(null);
  const [pending, setPending] = useState(false);
  const navigate = useNavigate();
  const can = actionsFor({
    book,
    loggedIn,
    activePackage,
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
  const shelve = async () => {
    setPending(true);
    try {
      await calls.addToShelf();
      setDialog(null);
      toast(text.added, { kind: "success" });
    } catch {
      toast(text.addFailed, { kind: "danger" });
    } finally {
      setPending(false);
    }
  };
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
        <Button look={look("addFree")} size="large" icon="plus" pending={pending} onClick={shelve}>
          {text.addFree}
        </Button>
      )}
      {can.addToShelf && (
        <Button
          look={look("addToShelf")}
          size="large"
          icon="bookmark"
          onClick={() => setDialog("shelf")}
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
          to={loggedIn ? paths.packages : paths.register}
          state={loggedIn ? undefined : { redirect: paths.packages }}
        >
          {shared.joinProduct}
        </LinkButton>
      )}
      {can.join && loggedIn && partnerUrl && (
        <AnchorButton look="quiet" icon="external" href={partnerUrl} rel="noopener">
          {text.partner}
        </AnchorButton>
      )}
      {!loggedIn && isFree(book) && <p className="actions__hint">{shared.freeHint}</p>}

      <Dialog
        open={dialog === "shelf"}
        onClose={() => setDialog(null)}
        title={text.addTitle}
        closeLabel={shared.close}
        actions={
          <>
            <Button look="primary" pending={pending} onClick={shelve}>
              {text.addConfirm}
            </Button>
            <Button onClick={() => setDialog(null)}>{strings.common.cancel}</Button>
          </>
        }
      >
        <p>{text.addQuestion(book.title)}</p>
      </Dialog>
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
        <p className="in-cart">
          <Icon name="check" />
          {book.author} - {book.title}
        </p>
      </Dialog>
    </div>
  );
}

/** The one that stands out: what this reader most likely came for. */
function mainAction(can: Actions): keyof Actions | null {
  const order = ["listen", "addFree", "addToShelf", "addToCart", "join"] as const;
  return order.find((action) => can[action]) ?? null;
}

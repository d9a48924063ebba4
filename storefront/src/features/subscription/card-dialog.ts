// The payment service's card dialog: loads its script once and passes its callbacks, which must be names of
// global functions.
import type { PaymentStart } from "#app/api/types.ts";
import { shared } from "#app/et/strings.ts";

export type DialogTexts = {
  description: string;
  recurringTitle: string;
  recurringDescription: string;
  recurringConfirmation: string;
};

export type DialogAnswers = {
  /** Only `json` and `mac` are signed; the rest of the data is ignored. */
  onCompleted: (data: { json?: unknown; mac?: unknown }) => void;
  onCancelled: () => void;
};

type Checkout = {
  initialize: (options: Record<string, string>) => void;
  open?: () => void;
  close?: () => void;
};
type Globals = { Maksekeskus?: { Checkout?: Checkout } } & Record<string, unknown>;

const globals = window as unknown as Globals;
const COMPLETED = "heliriiulPaymentCompleted";
const CANCELLED = "heliriiulPaymentCancelled";

const loading = new Map<string, Promise<void>>();

/** One script element for each address. A failed one is removed, so that the next call tries again. */
export function loadDialog(url: string): Promise<void> {
  const known = loading.get(url);
  if (known) return known;
  const made = new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.async = true;
    script.referrerPolicy = "no-referrer";
    const fail = () => {
      loading.delete(url);
      script.remove();
      reject(new Error("the card dialog's script"));
    };
    script.onload = () => (globals.Maksekeskus?.Checkout ? resolve() : fail());
    script.onerror = fail;
    document.head.append(script);
  });
  loading.set(url, made);
  return made;
}

/** For tests. */
export const forgetDialogs = () => loading.clear();

/** Returns a function for leaving the page; its argument says whether the dialog has ended. */
export function openDialog(
  start: PaymentStart,
  texts: DialogTexts,
  { onCompleted, onCancelled }: DialogAnswers,
): (ended: boolean) => void {
  globals[COMPLETED] = onCompleted;
  globals[CANCELLED] = onCancelled;
  globals.Maksekeskus?.Checkout?.initialize({
    key: start.key,
    transaction: start.transactionId,
    amount: start.amount.toFixed(2),
    currency: start.currency,
    locale: "et",
    email: start.email,
    clientName: start.clientName,
    name: shared.productName,
    ...texts,
    recurringRequired: "true",
    completed: COMPLETED,
    cancelled: CANCELLED,
    backdropClose: "false",
    // Opened by `reopenDialog` below, not twice.
    openOnLoad: "false",
  });
  reopenDialog();
  return (ended) => {
    delete globals[COMPLETED];
    delete globals[CANCELLED];
    if (ended) return;
    const checkout = globals.Maksekeskus?.Checkout;
    // The service guarantees no way to close the dialog; a reload does.
    if (checkout?.close) checkout.close();
    else location.reload();
  };
}

export const reopenDialog = () => globals.Maksekeskus?.Checkout?.open?.();

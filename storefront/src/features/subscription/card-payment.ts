import { useEffect, useRef, useState } from "react";
import { type ApiError, isApiError } from "#app/api/errors.ts";
import type { PaymentStart, Plan, SubscriptionPayment } from "#app/api/types.ts";
import { pollUntil } from "#app/polling/poll.ts";
import {
  type Endpoint,
  fetchPayment,
  notify,
  startPayment,
  type Token,
} from "#app/subscription/api.ts";
import { type DialogAnswers, type DialogTexts, loadDialog, openDialog } from "./card-dialog.ts";
import { rememberPayment, startedPayment } from "./started-payment.ts";

export type Ended = Exclude<SubscriptionPayment["status"], "open" | "charging">;

export type CardPayment =
  | { step: "starting" }
  /** The dialog is loading, ready or open. `order` opens it; `consent` is null when nobody was asked. */
  | {
      step: "dialog";
      start: PaymentStart;
      open: boolean;
      order?: ((consent: boolean | null) => Promise<void>) | undefined;
    }
  | { step: "refused"; error: ApiError }
  | { step: "no-dialog" }
  | { step: "waiting"; long: boolean }
  | { step: "ended"; status: Ended; purpose: SubscriptionPayment["purpose"] }
  /** The payment in the address belongs to another person. */
  | { step: "unknown" };

export type CardOrder = {
  endpoint: Endpoint;
  plan: Plan;
  token: Token;
  /** The transaction in the address of the return from the bank. */
  returned: string | null;
};

/** Starts the payment, or continues the one that this tab has started. `again` starts a new one. */
export function useCardPayment(
  { endpoint, plan, token, returned }: CardOrder,
  textsOf: (start: PaymentStart) => DialogTexts,
): { payment: CardPayment; again: () => void } {
  const [payment, setPayment] = useState<CardPayment>({ step: "starting" });
  const [attempt, setAttempt] = useState(0);
  const texts = useRef(textsOf);
  texts.current = textsOf;

  useEffect(() => {
    const left = new AbortController();
    const cleanups: (() => void)[] = [];
    const show = (next: CardPayment) => {
      if (!left.signal.aborted) setPayment(next);
    };
    const startNew = () =>
      startAndOpen(
        { endpoint, plan, token },
        show,
        (start) => texts.current(start),
        left.signal,
        cleanups,
      );

    const remembered = startedPayment();
    const mine = remembered?.endpoint === endpoint ? remembered : null;
    const id = attempt === 0 ? (returned ?? mine?.transactionId) : undefined;
    const outcome = returned ? "completed" : (mine?.outcome ?? null);
    show(id && outcome ? { step: "waiting", long: false } : { step: "starting" });
    if (!id) startNew();
    else {
      cleanups.push(
        pollUntil(
          async (signal) => {
            const next = await stateOf(id, token, outcome, signal);
            if (signal.aborted) return true;
            if (next === "open") return false;
            rememberPayment(null);
            if (next === "restart" || (next === "unknown" && !returned)) startNew();
            else show(next === "unknown" ? { step: "unknown" } : next);
            return true;
          },
          (long) => show({ step: "waiting", long }),
        ),
      );
    }
    return () => {
      left.abort();
      for (const each of cleanups) each();
    };
  }, [attempt, endpoint, plan, token, returned]);

  return {
    payment,
    again: () => {
      rememberPayment(null);
      setAttempt((count) => count + 1);
    },
  };
}

/** The state of a payment started before. `restart`: it is not paid, so the dialog opens again. */
async function stateOf(
  id: string,
  token: Token,
  outcome: "completed" | "cancelled" | null,
  signal: AbortSignal,
): Promise<CardPayment | "open" | "restart" | "unknown"> {
  try {
    const { status, purpose } = await fetchPayment(id, token, signal);
    if (status === "charging") return "open";
    if (status === "paid") return { step: "ended", status, purpose };
    // The dialog was left without a result: the person is here to pay now.
    if (outcome === null) return "restart";
    if (status !== "open") return { step: "ended", status, purpose };
    // The service may keep a cancelled payment open.
    if (outcome === "cancelled") return { step: "ended", status: "cancelled", purpose };
    return "open";
  } catch (error) {
    if (isApiError(error, 404)) return "unknown";
    if (isApiError(error, 401)) return { step: "refused", error };
    throw error;
  }
}

async function startAndOpen(
  { endpoint, plan, token }: Omit<CardOrder, "returned">,
  show: (next: CardPayment) => void,
  textsOf: (start: PaymentStart) => DialogTexts,
  signal: AbortSignal,
  cleanups: (() => void)[],
): Promise<void> {
  let start: PaymentStart;
  let ended = false;
  try {
    start = await startPayment(endpoint, plan, token);
  } catch (error) {
    if (!isApiError(error)) throw error;
    show({ step: "refused", error });
    return;
  }
  if (signal.aborted) return;
  const { transactionId } = start;
  const remember = (outcome: "completed" | "cancelled" | null) =>
    rememberPayment({ transactionId, endpoint, app: token !== null, outcome });
  remember(null);
  show({ step: "dialog", start, open: false });
  try {
    await loadDialog(start.url);
  } catch {
    show({ step: "no-dialog" });
    return;
  }
  if (signal.aborted) return;

  // Whether or not the message arrives, the reloaded page asks for the payment's state.
  const finish = async (
    outcome: "completed" | "cancelled",
    message: Parameters<typeof notify>[0],
  ) => {
    ended = true;
    remember(outcome);
    show({ step: "waiting", long: false });
    await notify(message, token).catch(() => {});
    location.reload();
  };
  const answers = {
    onCompleted: ({ json, mac }: { json?: unknown; mac?: unknown }) =>
      finish("completed", { json: json as string, mac: mac as string | undefined }),
    onCancelled: () =>
      finish("cancelled", {
        json: JSON.stringify({
          message_type: "payment_return",
          status: "CANCELLED",
          transaction: transactionId,
        }),
      }),
  } satisfies DialogAnswers;
  const open = () => {
    const close = openDialog(start, textsOf(start), answers);
    cleanups.push(() => close(ended));
    show({ step: "dialog", start, open: true });
  };
  const order = async (consent: boolean | null) => {
    if (signal.aborted) return;
    show({ step: "dialog", start, open: false });
    try {
      const again = consent === null ? start : await startPayment(endpoint, plan, token, consent);
      // The price has changed meanwhile: the person must see it first.
      if (again.transactionId !== transactionId) {
        rememberPayment(null);
        location.reload();
        return;
      }
    } catch (error) {
      if (!isApiError(error)) throw error;
      show({ step: "refused", error });
      return;
    }
    if (!signal.aborted) open();
  };
  // Another card is no purchase.
  if (endpoint === "change-card-details") open();
  else show({ step: "dialog", start, open: false, order });
}

// A card payment for a package from its start to its end, as states that the screen shows.
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
import { type DialogTexts, loadDialog, openDialog } from "./card-dialog.ts";
import { rememberPayment, startedPayment } from "./started-payment.ts";

export type Ended = Exclude<SubscriptionPayment["status"], "open" | "charging">;

export type CardPayment =
  | { step: "starting" }
  /** The dialog is being fetched, or is open. */
  | { step: "dialog"; start: PaymentStart; open: boolean }
  | { step: "refused"; error: ApiError }
  | { step: "no-dialog" }
  | { step: "waiting"; long: boolean }
  | { step: "ended"; status: Ended; purpose: SubscriptionPayment["purpose"] }
  /** The payment that the person came back from is not theirs. */
  | { step: "unknown" };

export type CardOrder = {
  endpoint: Endpoint;
  plan: Plan;
  token: Token;
  /** The transaction that the bank sent the person back with. */
  returned: string | null;
};

/** Begins the payment, or goes on with the one that this tab has begun. `again` begins anew. */
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
    const undo: (() => void)[] = [];
    const tell = (next: CardPayment) => {
      if (!left.signal.aborted) setPayment(next);
    };
    const begin = () =>
      begun({ endpoint, plan, token }, tell, (start) => texts.current(start), left.signal, undo);

    const remembered = startedPayment();
    const mine = remembered?.endpoint === endpoint ? remembered : null;
    const id = attempt === 0 ? (returned ?? mine?.transactionId) : undefined;
    const told = returned ? "completed" : (mine?.told ?? null);
    tell(id && told ? { step: "waiting", long: false } : { step: "starting" });
    if (!id) begin();
    else {
      undo.push(
        pollUntil(
          async (signal) => {
            const next = await standing(id, token, told, signal);
            if (signal.aborted) return true;
            if (next === "open") return false;
            rememberPayment(null);
            if (next === "anew" || (next === "unknown" && !returned)) begin();
            else tell(next === "unknown" ? { step: "unknown" } : next);
            return true;
          },
          (long) => tell({ step: "waiting", long }),
        ),
      );
    }
    return () => {
      left.abort();
      for (const each of undo) each();
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

/** How a payment that was begun before stands. `anew`: nobody has paid, the dialog opens again. */
async function standing(
  id: string,
  token: Token,
  told: "completed" | "cancelled" | null,
  signal: AbortSignal,
): Promise<CardPayment | "open" | "anew" | "unknown"> {
  try {
    const { status, purpose } = await fetchPayment(id, token, signal);
    if (status === "charging") return "open";
    if (status === "paid") return { step: "ended", status, purpose };
    // Left without a word: whatever became of it, the person is here to pay now.
    if (told === null) return "anew";
    if (status !== "open") return { step: "ended", status, purpose };
    // The service may keep a payment open that its buyer has turned away from.
    if (told === "cancelled") return { step: "ended", status: "cancelled", purpose };
    return "open";
  } catch (error) {
    if (isApiError(error, 404)) return "unknown";
    if (isApiError(error, 401)) return { step: "refused", error };
    throw error;
  }
}

async function begun(
  { endpoint, plan, token }: Omit<CardOrder, "returned">,
  tell: (next: CardPayment) => void,
  textsOf: (start: PaymentStart) => DialogTexts,
  signal: AbortSignal,
  undo: (() => void)[],
): Promise<void> {
  let start: PaymentStart;
  let ended = false;
  try {
    start = await startPayment(endpoint, plan, token);
  } catch (error) {
    if (!isApiError(error)) throw error;
    tell({ step: "refused", error });
    return;
  }
  if (signal.aborted) return;
  const { transactionId } = start;
  const remember = (told: "completed" | "cancelled" | null) =>
    rememberPayment({ transactionId, endpoint, app: token !== null, told });
  remember(null);
  tell({ step: "dialog", start, open: false });
  try {
    await loadDialog(start.url);
  } catch {
    tell({ step: "no-dialog" });
    return;
  }
  if (signal.aborted) return;

  // Whether or not the message arrives, the page that comes next asks how the payment stands.
  const over = async (told: "completed" | "cancelled", message: Parameters<typeof notify>[0]) => {
    ended = true;
    remember(told);
    tell({ step: "waiting", long: false });
    await notify(message, token).catch(() => {});
    location.reload();
  };
  const close = openDialog(start, textsOf(start), {
    onCompleted: ({ json, mac }) =>
      over("completed", { json: json as string, mac: mac as string | undefined }),
    onCancelled: () =>
      over("cancelled", {
        json: JSON.stringify({
          message_type: "payment_return",
          status: "CANCELLED",
          transaction: transactionId,
        }),
      }),
  });
  undo.push(() => close(ended));
  tell({ step: "dialog", start, open: true });
}

// /ostukorv, and the return from a payment that did not succeed (?makse=…&tellimus=…).
import { type LoaderFunctionArgs, replace, useLoaderData } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { isApiError } from "#app/api/errors.ts";
import { getCart } from "#app/cart/cart.ts";
import { cartStrings } from "#app/et/screens/cart.ts";
import type { CartNotice } from "#app/features/cart/cart-notice.tsx";
import { type CartData, CartScreen } from "#app/features/cart/cart-screen.tsx";
import { cartKey, quoteCart } from "#app/features/cart/quote.ts";
import { pendingOrder, refreshOrder, rememberOrder } from "#app/features/checkout/pending-order.ts";
import { toast } from "#app/kit/toast.tsx";
import { endExpiredSession } from "#app/session/logout.ts";
import { getSession } from "#app/session/session.ts";

export { discountAction as action } from "#app/features/cart/discount-field.tsx";

export async function loader({ request }: LoaderFunctionArgs): Promise<CartData | Response> {
  const query = new URL(request.url).searchParams;
  let notice = noticeOf(query.get("makse"));
  if (getSession()) {
    const returned = query.get("tellimus");
    const orderId = returned ?? pendingOrder()?.orderId;
    const outcome = orderId ? await outcomeOf(orderId, request.signal) : undefined;
    if (returned && outcome !== undefined) {
      if (outcome?.kind === "paid") return replace(paths.boughtOrder(returned));
      if (outcome?.kind === "waiting") rememberOrder(returned);
      // Without the order's id, so that a reload does not fill the cart again.
      return replace(outcome ? `${paths.cart}?makse=${outcome.kind}` : paths.cart);
    }
    notice = outcome ?? notice;
  }
  return { ...(await priced(request.signal)), notice };
}

async function priced(signal: AbortSignal): Promise<Omit<CartData, "notice">> {
  const cart = getCart();
  try {
    const onCodeLost = () => toast(cartStrings.discountNotFound, { kind: "danger" });
    return { quoted: await quoteCart(cart, onCodeLost, signal), failedOf: null };
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.status === 401 && getSession()) {
      endExpiredSession();
      return priced(signal);
    }
    return { quoted: null, failedOf: cartKey(cart) };
  }
}

/** The state of an order; null for an unknown or refunded one, undefined when the server did not respond. */
async function outcomeOf(
  orderId: string,
  signal: AbortSignal,
): Promise<CartNotice | null | undefined> {
  try {
    const order = await refreshOrder(orderId, signal);
    if (!order || order.status === "refunded") return null;
    if (order.status === "open") return { kind: "waiting", orderId, number: order.number };
    return { kind: order.status };
  } catch (error) {
    if (!isApiError(error)) throw error;
    return undefined;
  }
}

function noticeOf(makse: string | null): CartNotice | null {
  return makse === "cancelled" || makse === "failed" || makse === "expired"
    ? { kind: makse }
    : null;
}

export function Component() {
  return <CartScreen data={useLoaderData<typeof loader>() as CartData} />;
}

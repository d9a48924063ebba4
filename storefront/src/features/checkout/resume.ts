// The first visit after a payment was left under way: tells how it ended, and the cart comes back.

import { paths } from "#app/addresses/paths.ts";
import { isApiError } from "#app/api/errors.ts";
import { cartStrings } from "#app/et/screens/cart.ts";
import { checkoutStrings } from "#app/et/screens/checkout.ts";
import { toast } from "#app/kit/toast.tsx";
import { pendingOrder, settleOrder } from "./pending-order.ts";

/** These screens look after the pending order themselves, and say more. */
const OWN_SCREENS: string[] = [paths.cart, paths.payment, paths.bought, paths.boughtInApp];

export async function resumeOrder(): Promise<void> {
  const pending = pendingOrder();
  if (!pending || OWN_SCREENS.includes(location.pathname)) return;
  try {
    const order = await settleOrder(pending.orderId);
    if (order?.status === "paid") toast(checkoutStrings.thanks, { kind: "success" });
    else if (order && order.status !== "open" && order.status !== "refunded") {
      toast(cartStrings[order.status], { kind: "info" });
    }
  } catch (error) {
    // No answer now: the order stays remembered and is asked about on the next visit.
    if (!isApiError(error)) throw error;
  }
}

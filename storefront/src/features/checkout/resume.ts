// On the first visit after an unfinished payment, shows its result and restores the cart.

import { paths } from "#app/addresses/paths.ts";
import { isApiError } from "#app/api/errors.ts";
import { cartStrings } from "#app/et/screens/cart.ts";
import { checkoutStrings } from "#app/et/screens/checkout.ts";
import { toast } from "#app/kit/toast.tsx";
import { pendingOrder, refreshOrder } from "./pending-order.ts";

/** These screens handle the pending order themselves. */
const OWN_SCREENS: string[] = [paths.cart, paths.payment, paths.bought, paths.boughtInApp];

export async function resumeOrder(): Promise<void> {
  const pending = pendingOrder();
  if (!pending || OWN_SCREENS.includes(location.pathname)) return;
  try {
    const order = await refreshOrder(pending.orderId);
    if (order?.status === "paid") toast(checkoutStrings.thanks, { kind: "success" });
    else if (order && order.status !== "open" && order.status !== "refunded") {
      toast(cartStrings[order.status], { kind: "info" });
    }
  } catch (error) {
    // No response: the order stays remembered until the next visit.
    if (!isApiError(error)) throw error;
  }
}

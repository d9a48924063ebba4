// /makse-sooritatud and /book-payment-complete
import { useState } from "react";
import { useSearchParams } from "react-router";
import { BoughtScreen } from "#app/features/checkout/bought-screen.tsx";
import { pendingOrder } from "#app/features/checkout/pending-order.ts";

export function Component() {
  const [query] = useSearchParams();
  const given = query.get("tellimus");
  // Read at the first render: after the payment the order is no longer pending, but still the one to show.
  const [pending] = useState(() => pendingOrder()?.orderId ?? null);
  return <BoughtScreen orderId={given ?? pending} />;
}

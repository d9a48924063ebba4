// /makse-sooritatud and /book-payment-complete
import { useState } from "react";
import { useSearchParams } from "react-router";
import { BoughtScreen } from "#app/features/checkout/bought-screen.tsx";
import { pendingOrder } from "#app/features/checkout/pending-order.ts";

export function Component() {
  const [query] = useSearchParams();
  const given = query.get("tellimus");
  // Noted at the first render: a paid order is no longer pending, but still the one to thank for.
  const [pending] = useState(() => pendingOrder()?.orderId ?? null);
  return <BoughtScreen orderId={given ?? pending} />;
}

// The result of a payment, shown in the cart.
import type { ReactNode } from "react";
import { paths } from "#app/addresses/paths.ts";
import { cartStrings } from "#app/et/screens/cart.ts";
import { checkoutStrings } from "#app/et/screens/checkout.ts";
import { LinkButton } from "#app/kit/button.tsx";
import { Icon } from "#app/kit/icon.tsx";

const text = cartStrings;

/** `waiting`: the bank has not confirmed the order, or nobody has paid. */
export type CartNotice =
  | { kind: "cancelled" | "failed" | "expired" | "paid" }
  | { kind: "waiting"; orderId: string; number: string };

export function CartNoticeBox({ notice }: { notice: CartNotice }) {
  if (notice.kind !== "waiting") {
    return (
      <Box look={notice.kind === "failed" ? "danger" : "info"}>
        <p>{notice.kind === "paid" ? checkoutStrings.thanks : text[notice.kind]}</p>
      </Box>
    );
  }
  return (
    <Box look="info">
      <div>
        <p>
          <strong>{text.waiting(notice.number)}</strong> {text.waitingText}
        </p>
        <p className="notice__actions">
          <LinkButton to={paths.boughtOrder(notice.orderId)} size="small">
            {text.seeState}
          </LinkButton>
          <LinkButton to={paths.payment} size="small">
            {text.continuePayment}
          </LinkButton>
        </p>
      </div>
    </Box>
  );
}

function Box({ look, children }: { look: "info" | "danger"; children: ReactNode }) {
  return (
    <div className={`notice notice--${look}`} role="status">
      <Icon name={look === "danger" ? "alert" : "info"} />
      {children}
    </div>
  );
}

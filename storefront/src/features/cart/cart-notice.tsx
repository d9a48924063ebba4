import { paths } from "#app/addresses/paths.ts";
import { cartStrings as text } from "#app/et/screens/cart.ts";
import { checkoutStrings } from "#app/et/screens/checkout.ts";
import { LinkButton } from "#app/kit/button.tsx";
import { Notice } from "#app/kit/feedback/notice.tsx";

/** `waiting`: the bank has not confirmed the payment. */
export type CartNotice =
  | { kind: "cancelled" | "failed" | "expired" | "paid" }
  | { kind: "waiting"; orderId: string; number: string };

export function CartNoticeBox({ notice }: { notice: CartNotice }) {
  if (notice.kind !== "waiting") {
    return (
      <Notice look={notice.kind === "failed" ? "danger" : "info"} role="status">
        <p>{notice.kind === "paid" ? checkoutStrings.thanks : text[notice.kind]}</p>
      </Notice>
    );
  }
  return (
    <Notice
      role="status"
      actions={
        <>
          <LinkButton to={paths.boughtOrder(notice.orderId)} size="small">
            {text.seeState}
          </LinkButton>
          <LinkButton to={paths.payment} size="small">
            {text.continuePayment}
          </LinkButton>
        </>
      }
    >
      <p>
        <strong>{text.waiting(notice.number)}</strong> {text.waitingText}
      </p>
    </Notice>
  );
}

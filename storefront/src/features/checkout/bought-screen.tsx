// Thanks for the purchase, then the library. Waits until the bank has confirmed the payment.
import { useEffect } from "react";
import { Navigate, useNavigate } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import type { Order } from "#app/api/types.ts";
import { euro } from "#app/et/format.ts";
import { checkoutStrings as text } from "#app/et/screens/checkout.ts";
import { shared } from "#app/et/strings.ts";
import { LinkButton } from "#app/kit/button.tsx";
import { ResultBox } from "#app/kit/feedback/result-box.tsx";
import { Screen } from "#app/layout/screen/screen.tsx";
import { RequireUser } from "#app/session/guard/require-user.tsx";
import { endExpiredSession } from "#app/session/logout.ts";
import { useWatchedOrder } from "./order-watch.ts";

/** Long enough to read the sentence or to press the button. */
export const THANKS_MS = 8000;

export function BoughtScreen({ orderId }: { orderId: string | null }) {
  return (
    <Screen title={text.thanksTitle} narrow noReferrer>
      {orderId ? (
        <RequireUser>{() => <Watched key={orderId} orderId={orderId} />}</RequireUser>
      ) : (
        <Thanks order={null} />
      )}
    </Screen>
  );
}

function Watched({ orderId }: { orderId: string }) {
  const watched = useWatchedOrder(orderId);
  const unauthorized = watched.state === "unauthorized";
  // In an effect, so that RequireUser leads to /login and back.
  useEffect(() => {
    if (unauthorized) endExpiredSession();
  }, [unauthorized]);

  switch (watched.state) {
    case "closed": {
      const { order } = watched;
      if (order.status === "paid") return <Thanks order={order} />;
      if (order.status === "refunded") return <Message title={text.refunded} />;
      return <Navigate to={`${paths.cart}?makse=${order.status}`} replace />;
    }
    case "unknown":
      return <Message title={text.unknownOrder} />;
    default:
      return <Waiting long={watched.state === "waiting" && watched.long} />;
  }
}

function Thanks({ order }: { order: Order | null }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(paths.home, { replace: true }), THANKS_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <ResultBox icon="check" title={text.thanksTitle} lead={text.thanks}>
      {order && (
        <ul className="bought__lines line-items">
          {order.lines.map((line) => (
            <li key={line.bookId}>
              <span>
                {line.author} - {line.title}
              </span>
              <span className="amount">{euro(line.price)}</span>
            </li>
          ))}
        </ul>
      )}
      <LinkButton to={paths.home} replace look="primary" size="large">
        {shared.myBooks}
      </LinkButton>
    </ResultBox>
  );
}

function Waiting({ long }: { long: boolean }) {
  return (
    <ResultBox
      icon="clock"
      title={text.confirming}
      lead={long ? text.confirmingLong : text.confirmingText}
    >
      {long && <LinkButton to={paths.account}>{text.toOrders}</LinkButton>}
    </ResultBox>
  );
}

function Message({ title }: { title: string }) {
  return (
    <ResultBox icon="info" title={title}>
      <LinkButton to={paths.account}>{text.toOrders}</LinkButton>
    </ResultBox>
  );
}

import { lazy, Suspense, use } from "react";
import { Navigate } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import type { ApiError } from "#app/api/errors.ts";
import type { Checkout, Config } from "#app/api/types.ts";
import { checkoutStrings as text } from "#app/et/screens/checkout.ts";
import { strings } from "#app/et/strings.ts";
import { LinkButton } from "#app/kit/button.tsx";
import { Notice } from "#app/kit/feedback/notice.tsx";
import { ReloadButton, Screen } from "#app/layout/screen/screen.tsx";
import { RequireUser } from "#app/session/guard/require-user.tsx";

/** Called by the route's loader, so that it loads while the server creates the order. */
export const loadMethods = () => import("./payment-methods.tsx");
const PaymentMethods = lazy(async () => ({ default: (await loadMethods()).PaymentMethods }));

export type Start = { checkout: Checkout | null } | { error: ApiError };

export function PaymentScreen({ start, config }: { start: Promise<Start>; config: Config }) {
  return (
    <Screen title={text.title} narrow noReferrer>
      <h1>{text.title}</h1>
      <RequireUser>
        {() => (
          <Suspense
            fallback={
              <p className="payment__state muted" role="status">
                {text.preparing}
              </p>
            }
          >
            <Started start={start} config={config} />
          </Suspense>
        )}
      </RequireUser>
    </Screen>
  );
}

function Started({ start, config }: { start: Promise<Start>; config: Config }) {
  const outcome = use(start);
  if ("error" in outcome) return <StartFailed error={outcome.error} />;
  const { checkout } = outcome;
  if (!checkout) return <Navigate to={paths.cart} replace />;
  if (checkout.paid) return <Navigate to={paths.boughtOrder(checkout.orderId)} replace />;
  return <PaymentMethods checkout={checkout} config={config} />;
}

function StartFailed({ error }: { error: ApiError }) {
  const changed = [404, 409, 422].includes(error.status);
  return (
    <Notice
      look="danger"
      role="alert"
      actions={
        <>
          {!changed && <ReloadButton look="primary" />}
          <LinkButton to={paths.cart} look={changed ? "primary" : "secondary"}>
            {text.backToCart}
          </LinkButton>
        </>
      }
    >
      <p>
        <strong>{text.startFailed}</strong> {reasonOf(error)}
      </p>
    </Notice>
  );
}

function reasonOf(error: ApiError): string {
  if (error.status === 0) return strings.common.offline;
  if (error.code === "discount-not-found") return text.discountNotFound;
  if ([404, 409, 422].includes(error.status)) return text.changed;
  if (error.status === 429) return strings.common.tooManyRequests;
  if (error.status === 503) return text.unavailable;
  return "";
}

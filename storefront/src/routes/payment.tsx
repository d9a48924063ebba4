import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { isApiError } from "#app/api/errors.ts";
import { useFrame } from "#app/api/frame.ts";
import { startCheckout } from "#app/features/checkout/checkout.ts";
import { loadMethods, PaymentScreen, type Start } from "#app/features/checkout/payment-screen.tsx";
import { endExpiredSession } from "#app/session/logout.ts";

export function loader(_: LoaderFunctionArgs): { start: Promise<Start> } {
  // A failure shows when the screen needs it.
  loadMethods().catch(() => {});
  // Not awaited: the screen shows a message while the payment methods load.
  const start = startCheckout().then(
    (checkout): Start => ({ checkout }),
    (error): Start => {
      if (!isApiError(error)) throw error;
      if (error.status === 401) endExpiredSession();
      return { error };
    },
  );
  return { start };
}

export function Component() {
  const { start } = useLoaderData<typeof loader>();
  const { config } = useFrame();
  return <PaymentScreen start={start} config={config} />;
}

// The end of a card payment: /paketimakse-sooritatud, /subscription-payment-complete (the app's address) and
// /card-change-complete.
import { useLocation } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { useFrame } from "#app/api/frame.ts";
import { CardChangedScreen, PaidScreen } from "#app/features/subscription/paid-screen.tsx";
import { routeToken } from "#app/features/subscription/route-token.ts";

export function Component() {
  const { config } = useFrame();
  const { pathname } = useLocation();
  if (pathname === paths.cardChanged) return <CardChangedScreen />;
  const token = routeToken();
  const inApp = token !== null || config.platform === "app" || pathname !== paths.subscriptionPaid;
  return <PaidScreen token={token} inApp={inApp} />;
}

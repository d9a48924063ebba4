// Where a card payment ends: /paketimakse-sooritatud, /subscription-payment-complete (the address that
// the app knows) and /card-change-complete.
import { useLocation } from "react-router";
import { useFrame } from "#app/api/frame.ts";
import { isApp } from "#app/features/app/platform.ts";
import { CardChangedScreen, PaidScreen } from "#app/features/packages/paid-screen.tsx";
import { routeToken } from "#app/features/packages/route-token.ts";
import { paths } from "#app/paths.ts";

export function Component() {
  const { config } = useFrame();
  const { pathname } = useLocation();
  if (pathname === paths.cardChanged) return <CardChangedScreen />;
  const token = routeToken();
  const inApp = token !== null || isApp(config.platform) || pathname !== paths.packagePaid;
  return <PaidScreen token={token} inApp={inApp} />;
}

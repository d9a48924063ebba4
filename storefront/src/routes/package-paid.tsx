// /paketimakse-sooritatud and /subscription-payment-complete; the second is where the app looks.
import { useLocation } from "react-router";
import { useFrame } from "#app/api/frame.ts";
import { isApp } from "#app/features/app/platform.ts";
import { PaidScreen } from "#app/features/packages/paid-screen.tsx";
import { routeToken } from "#app/features/packages/route-token.ts";
import { paths } from "#app/paths.ts";

export function Component() {
  const { config } = useFrame();
  const { pathname } = useLocation();
  const token = routeToken();
  const inApp = token !== null || isApp(config.platform) || pathname !== paths.packagePaid;
  return <PaidScreen token={token} inApp={inApp} />;
}

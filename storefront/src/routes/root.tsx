// The root route: connects the frame with session, cart and consent, and shows errors.
import { useEffect, useState } from "react";
import {
  isRouteErrorResponse,
  Outlet,
  useLoaderData,
  useMatches,
  useNavigate,
  useRouteError,
} from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { isApiError } from "#app/api/errors.ts";
import { knownConfig, loadFrame } from "#app/api/frame.ts";
import { reportError } from "#app/api/report.ts";
import { discardEvents, track } from "#app/api/track.ts";
import { useCart } from "#app/cart/cart.ts";
import { mayMeasure, useConsent } from "#app/consent/consent.ts";
import { ConsentBanner } from "#app/consent/consent-banner.tsx";
import { strings } from "#app/et/strings.ts";
import { NotFound } from "#app/features/content/not-found.tsx";
import { hasUnsent } from "#app/features/player/has-unsent.ts";
import { toast } from "#app/kit/toast.tsx";
import { CrashNotice } from "#app/layout/crash.tsx";
import { Layout } from "#app/layout/layout.tsx";
import { logout } from "#app/session/logout.ts";
import { useSession } from "#app/session/session.ts";

/** Only the app loads its tabs. */
export async function rootLoader() {
  const frame = await loadFrame();
  if (frame.config.platform !== "app") return { ...frame, Tabs: null };
  const { BottomTabs } = await import("#app/features/app/bottom-tabs.tsx");
  return { ...frame, Tabs: BottomTabs };
}

/** What a route can declare in `handle`. */
export type RouteHandle = { bare?: boolean };

export function Root() {
  const { Tabs, ...frame } = useLoaderData() as Awaited<ReturnType<typeof rootLoader>>;
  const userId = useSession()?.user.id;
  const loggedIn = userId !== undefined;
  const cart = useCart();
  const consent = useConsent();
  const navigate = useNavigate();
  const bare = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.bare);
  const measuring = mayMeasure(consent, loggedIn);
  const { config } = frame;

  // A payment may have ended while the store was closed.
  useEffect(() => {
    if (!loggedIn) return;
    import("#app/features/checkout/resume.ts").then(({ resumeOrder }) => resumeOrder());
  }, [loggedIn]);
  // An earlier player session may have left reports and positions to send; the player sends its own.
  const [opening] = useState({ userId, bare });
  useEffect(() => {
    if (!opening.userId || opening.bare || !hasUnsent()) return;
    const sender = opening.userId;
    import("#app/features/player/send-unsent.ts").then(({ sendUnsent }) => sendUnsent(sender));
  }, [opening]);
  useEffect(() => {
    if (!measuring) return;
    const started = import("#app/consent/services/adapters.ts")
      .then(({ startMeasuring }) => startMeasuring(config))
      .catch(() => () => {});
    return () => void started.then((stop) => stop());
  }, [measuring, config]);
  const refused = consent === false && !loggedIn;
  useEffect(() => {
    if (refused) discardEvents();
  }, [refused]);
  useEffect(() => {
    if (config.environment === "staging") toast(strings.layout.staging, { ms: 0 });
  }, [config]);

  return (
    <Layout
      frame={frame}
      visitor={{
        loggedIn,
        cartCount: cart.books.length,
        onLogout: () => {
          logout();
          navigate(paths.home);
        },
      }}
      consent={consent === null && !loggedIn && !bare && <ConsentBanner />}
      tabs={Tabs && !bare && <Tabs />}
      bare={bare}
      onMove={() => track("page view")}
    >
      <Outlet />
    </Layout>
  );
}

function supportEmail(): string {
  return knownConfig()?.supportEmail ?? strings.layout.supportFallback;
}

/** Inside the frame: an error of a screen's loader or rendering. */
export function ScreenError() {
  const error = useRouteError();
  const missing = isApiError(error, 404) || (isRouteErrorResponse(error) && error.status === 404);
  useEffect(() => {
    if (!missing) reportError(error, "screen");
  }, [error, missing]);
  return missing ? <NotFound /> : <CrashNotice email={supportEmail()} />;
}

/** In place of the frame, when the frame itself failed. */
export function Crash() {
  const error = useRouteError();
  useEffect(() => reportError(error, "frame"), [error]);
  return (
    <main className="main">
      <CrashNotice email={supportEmail()} />
    </main>
  );
}

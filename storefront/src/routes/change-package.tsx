// /paketivahetus/{token}: a token leaves the address bar before anything is shown. Without an active
// package the way leads to the choice of one.

import { type LoaderFunctionArgs, replace, useLoaderData } from "react-router";
import { isApiError } from "#app/api/errors.ts";
import { useFrame } from "#app/api/frame.ts";
import type { Subscription } from "#app/api/types.ts";
import { endExpiredSession } from "#app/features/auth/logout.ts";
import { getSession } from "#app/features/auth/session.ts";
import { fetchSubscription, type Token } from "#app/features/packages/api.ts";
import { ChangeScreen } from "#app/features/packages/change-screen.tsx";
import { forgetRouteToken, takeToken, tokenFor } from "#app/features/packages/route-token.ts";
import { paths } from "#app/paths.ts";

type Data = { subscription: Subscription | null; token: Token };

export async function loader({ params, request }: LoaderFunctionArgs): Promise<Data | Response> {
  const clean = takeToken(request, params.token, paths.changePackage);
  if (clean) return clean;
  const token = tokenFor(params.token);
  if (!token && !getSession()) return replace(paths.packages);
  try {
    const subscription = await fetchSubscription(token, request.signal);
    const { status } = subscription;
    return status === "none" || status === "ended"
      ? replace(paths.packages)
      : { subscription, token };
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.status !== 401) return { subscription: null, token };
    if (token) forgetRouteToken();
    else endExpiredSession();
    return replace(paths.packages);
  }
}

export function Component() {
  const { subscription, token } = useLoaderData<typeof loader>() as Data;
  const { config } = useFrame();
  return <ChangeScreen subscription={subscription} packages={config.packages} token={token} />;
}

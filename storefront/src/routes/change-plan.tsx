// /paketivahetus/{token}: takes the token out of the address bar before anything is shown. Without an
// active subscription it redirects to the plans.
import { type LoaderFunctionArgs, replace, useLoaderData } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { isApiError } from "#app/api/errors.ts";
import { useFrame } from "#app/api/frame.ts";
import type { Subscription } from "#app/api/types.ts";
import { ChangePlanScreen } from "#app/features/subscription/change-plan-screen.tsx";
import { forgetRouteToken, takeToken, tokenFor } from "#app/features/subscription/route-token.ts";
import { endExpiredSession } from "#app/session/logout.ts";
import { getSession } from "#app/session/session.ts";
import { fetchSubscription, type Token } from "#app/subscription/api.ts";

export { changePlanAction as action } from "#app/features/subscription/change-plan-action.ts";

type Data = { subscription: Subscription | null; token: Token };

export async function loader({ params, request }: LoaderFunctionArgs): Promise<Data | Response> {
  const clean = takeToken(request, params.token, paths.changePlan);
  if (clean) return clean;
  const token = tokenFor(params.token);
  if (!token && !getSession()) return replace(paths.plans);
  try {
    const subscription = await fetchSubscription(token, request.signal);
    const { status } = subscription;
    return status === "none" || status === "ended" ? replace(paths.plans) : { subscription, token };
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.status !== 401) return { subscription: null, token };
    if (token) forgetRouteToken();
    else endExpiredSession();
    return replace(paths.plans);
  }
}

export function Component() {
  const { subscription, token } = useLoaderData<typeof loader>() as Data;
  const { config } = useFrame();
  return <ChangePlanScreen subscription={subscription} plans={config.packages} token={token} />;
}

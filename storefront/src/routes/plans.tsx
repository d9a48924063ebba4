// /paketiost: the choice of a plan. Visitors see it too; the payment asks them to log in.
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { useFrame } from "#app/api/frame.ts";
import { type Choice, choiceOf, PlansScreen } from "#app/features/subscription/plans-screen.tsx";
import { routeToken } from "#app/features/subscription/route-token.ts";
import { getSession } from "#app/session/session.ts";
import { activeDiscount, fetchSubscription, NO_DISCOUNT } from "#app/subscription/api.ts";

export async function loader({ request: { signal } }: LoaderFunctionArgs): Promise<Choice> {
  const token = routeToken();
  if (!token && !getSession()) return choiceOf(null, NO_DISCOUNT);
  // If the calls fail, every plan is offered; the payment itself refuses what is not possible.
  const [subscription, discount] = await Promise.all([
    fetchSubscription(token, signal).catch(() => null),
    activeDiscount(token, signal),
  ]);
  return choiceOf(subscription, discount);
}

export function Component() {
  const choice = useLoaderData<typeof loader>();
  const { config } = useFrame();
  return <PlansScreen choice={choice} plans={config.packages} />;
}

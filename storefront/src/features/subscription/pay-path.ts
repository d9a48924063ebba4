// The address of a card payment for a package.

import { paths } from "#app/addresses/paths.ts";
import type { Plan } from "#app/api/types.ts";
import type { Endpoint } from "#app/subscription/api.ts";
import { routeParam } from "./route-token.ts";

const PLANS: readonly string[] = ["20H_LIMITED", "UNLIMITED"] satisfies Plan[];

export function payPath(endpoint: Endpoint, plan?: Plan, param = routeParam()): string {
  const query = plan && endpoint !== "change-card-details" ? `?pakett=${plan}` : "";
  return paths.cardPayment(endpoint, param) + query;
}

/** The plan that the address names; the smaller one when it names none. */
export function planIn(query: URLSearchParams): Plan {
  const wanted = query.get("pakett") ?? "";
  return PLANS.includes(wanted) ? (wanted as Plan) : "20H_LIMITED";
}

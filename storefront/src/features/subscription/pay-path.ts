import { paths } from "#app/addresses/paths.ts";
import type { Plan } from "#app/api/types.ts";
import type { Endpoint } from "#app/subscription/api.ts";
import { routeParam } from "./route-token.ts";

const PLANS: readonly string[] = ["20H_LIMITED", "UNLIMITED"] satisfies Plan[];

export function payPath(endpoint: Endpoint, plan?: Plan, param = routeParam()): string {
  const query = plan && endpoint !== "change-card-details" ? `?pakett=${plan}` : "";
  return paths.cardPayment(endpoint, param) + query;
}

/** The plan in the address; the smaller one by default. */
export function planIn(query: URLSearchParams): Plan {
  const wanted = query.get("pakett") ?? "";
  return PLANS.includes(wanted) ? (wanted as Plan) : "20H_LIMITED";
}

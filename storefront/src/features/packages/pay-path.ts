// The address of a card payment for a package.
import type { PackageType } from "#app/api/types.ts";
import { paths } from "#app/paths.ts";
import type { Endpoint } from "./api.ts";
import { routeParam } from "./route-token.ts";

const KINDS: readonly string[] = ["20H_LIMITED", "UNLIMITED"] satisfies PackageType[];

export function payPath(endpoint: Endpoint, kind?: PackageType, param = routeParam()): string {
  const query = kind && endpoint !== "change-card-details" ? `?pakett=${kind}` : "";
  return paths.cardPayment(endpoint, param) + query;
}

/** The plan that the address names; the smaller one when it names none. */
export function kindIn(query: URLSearchParams): PackageType {
  const wanted = query.get("pakett") ?? "";
  return KINDS.includes(wanted) ? (wanted as PackageType) : "20H_LIMITED";
}

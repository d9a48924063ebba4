// The external streaming partner's address; accounts made before the cut-off day have another one.
import type { Config, User } from "./types.ts";

/** Null when no such partner is configured. Visitors get the present address. */
export function partnerLink(
  config: Pick<Config, "partnerUrl" | "partnerUrlLegacy" | "partnerCutoff">,
  user: Pick<User, "createdAt"> | null,
): string | null {
  const old = user !== null && Date.parse(user.createdAt) < Date.parse(config.partnerCutoff);
  return (old ? config.partnerUrlLegacy : null) ?? config.partnerUrl;
}

// The streaming partner's address; an older one for accounts from before the cut-off (in Estonia).
import type { Config, User } from "./types.ts";

const DAY = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Tallinn" });

/** Null when no partner is configured. Visitors get the current address. */
export function partnerLink(
  config: Pick<Config, "partnerUrl" | "partnerUrlLegacy" | "partnerCutoff">,
  user: Pick<User, "createdAt"> | null,
): string | null {
  const old = user !== null && DAY.format(new Date(user.createdAt)) < config.partnerCutoff;
  return (old ? config.partnerUrlLegacy : null) ?? config.partnerUrl;
}

// The external streaming partner's address. Accounts created before the cut-off day (in Estonia) get an older
// one.
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

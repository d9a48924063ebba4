// Tokens from links in emails: taken out of the address at once and kept for this tab, so that a reload of
// the page works, until they are used.
import { stored } from "#app/kit/stored.ts";

const linkToken = (name: string) =>
  stored<string | null>(
    `heliriiul.link.${name}`,
    (text) => text,
    (token) => token,
    "sessionStorage",
  );

export const resetToken = linkToken("reset");
export const verifyToken = linkToken("verify");

// Tokens from links in emails. A token is removed from the address at once and stored for this tab until
// it is used, so that a reload of the page works.
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

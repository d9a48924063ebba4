// Tokens from links in emails: taken out of the address at once and kept for this tab, so that a reload of
// the page works, until they are used.

export type LinkToken = "reset" | "verify";

const key = (kind: LinkToken) => `heliriiul.link.${kind}`;
const memory = new Map<LinkToken, string>();

export function storeLinkToken(kind: LinkToken, token: string): void {
  memory.set(kind, token);
  try {
    sessionStorage.setItem(key(kind), token);
  } catch {
    // Without storage the token is kept until the page is left.
  }
}

export function linkToken(kind: LinkToken): string | null {
  if (memory.has(kind)) return memory.get(kind) ?? null;
  try {
    return sessionStorage.getItem(key(kind));
  } catch {
    return null;
  }
}

export function forgetLinkToken(kind: LinkToken): void {
  memory.delete(kind);
  try {
    sessionStorage.removeItem(key(kind));
  } catch {
    // Nothing was stored.
  }
}

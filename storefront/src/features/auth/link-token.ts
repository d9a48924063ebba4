// Tokens that come in by a mailed link: taken out of the address at once, kept for this tab so that
// a reload of the page still works, forgotten when they have served.

export type LinkToken = "reset" | "verify";

const key = (kind: LinkToken) => `heliriiul.link.${kind}`;
const memory = new Map<LinkToken, string>();

export function keepLinkToken(kind: LinkToken, token: string): void {
  memory.set(kind, token);
  try {
    sessionStorage.setItem(key(kind), token);
  } catch {
    // Without storage the token lives until the page is left.
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

export type TargetKind = "page" | "book" | "category";

const INNER = /^heliriiul:((page|book|category)\/[0-9a-f-]{36})$/i;

/** The target of a link inside the store; null for other addresses. */
export function targetOf(href: string): { ref: string; kind: TargetKind } | null {
  const [, ref, kind] = INNER.exec(href) ?? [];
  return ref && kind ? { ref, kind: kind.toLowerCase() as TargetKind } : null;
}

export const hrefOf = (ref: string) => `heliriiul:${ref}`;

export function isSafe(href: string): boolean {
  return targetOf(href) !== null || /^(?:https?:|mailto:|tel:|[/#?]|[^:]*$)/i.test(href.trim());
}

/** A typed address, completed; null when it is not an address. */
export function addressOf(typed: string): string | null {
  const text = typed.trim();
  if (targetOf(text)) return text;
  if (!text || /\s/.test(text)) return null;
  if (/^https?:/i.test(text)) return URL.canParse(text) ? text : null;
  if (/^(?:[/#?]|mailto:.|tel:.)/i.test(text)) return text.startsWith("//") ? null : text;
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^:]+:\d/.test(text)) return null;
  if (/^[^@/]+@[^@/]+\.[^@/]+$/.test(text)) return `mailto:${text}`;
  return /^[^./]+(?:\.[^./]+)+(?:[/?#:].*)?$/.test(text) ? `https://${text}` : null;
}

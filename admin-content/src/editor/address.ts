// Addresses that a link may have.

/** What an editor typed as a link's address, made whole; null when it is none. */
export function addressOf(typed: string): string | null {
  const text = typed.trim();
  if (!text || /\s/.test(text)) return null;
  if (/^(?:[/#?]|https?:\/\/[^/]|mailto:.|tel:.)/i.test(text))
    return text.startsWith("//") ? null : text;
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^:]+:\d/.test(text)) return null;
  if (/^[^@/]+@[^@/]+\.[^@/]+$/.test(text)) return `mailto:${text}`;
  return /^[^./]+(?:\.[^./]+)+(?:[/?#:].*)?$/.test(text) ? `https://${text}` : null;
}

// Cleaned HTML as one line of text, for the page's description.

/** At most `limit` characters, cut at a word, as the server cuts. */
export function plainText(html: string, limit = 160): string {
  const body = new DOMParser().parseFromString(html, "text/html").body;
  // Blocks stand apart although their marks go.
  for (const block of body.querySelectorAll("p, li, h2, h3, h4, blockquote, td, th, br")) {
    block.append(" ");
  }
  const text = (body.textContent ?? "").replace(/\s+/g, " ").trim();
  if (text.length <= limit) return text;
  return `${text
    .slice(0, limit - 1)
    .replace(/\s+\S*$/, "")
    .replace(/[,;. ]+$/, "")}…`;
}

/** At most `limit` characters, cut between words as the server does. */
export function plainText(html: string, limit = 160): string {
  const body = new DOMParser().parseFromString(html, "text/html").body;
  // Keeps a space between blocks.
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

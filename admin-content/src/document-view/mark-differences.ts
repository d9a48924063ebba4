// Which paragraphs of a text another text does not have. Enough to see at a glance where two drafts part.

/** The HTML with class "desk-differs" on each top-level element whose like is not in `other`. */
export function markDiffering(html: string, other: string): string {
  const parser = new DOMParser();
  const known = new Set([...parser.parseFromString(other, "text/html").body.children].map(essence));
  const { body } = parser.parseFromString(html, "text/html");
  for (const element of body.children) {
    if (!known.has(essence(element))) element.classList.add("desk-differs");
  }
  return body.innerHTML;
}

/** Tag and letters; how a list item is wrapped, a line broken or an attribute ordered is no difference to a reader. */
function essence(element: Element): string {
  const links = [...element.querySelectorAll("a[href]")].map((link) => link.getAttribute("href"));
  const letters = element.textContent?.replace(/\s+/g, "");
  return [element.localName, letters, ...links].join("\n");
}

/** Returns the HTML with class "desk-differs" on each top-level element that `other` does not have. */
export function markDiffering(html: string, other: string): string {
  const parser = new DOMParser();
  const known = new Set([...parser.parseFromString(other, "text/html").body.children].map(essence));
  const { body } = parser.parseFromString(html, "text/html");
  for (const element of body.children) {
    if (!known.has(essence(element))) element.classList.add("desk-differs");
  }
  return body.innerHTML;
}

/** Tag, letters and link targets. Other differences of the HTML are not visible to a reader. */
function essence(element: Element): string {
  const links = [...element.querySelectorAll("a[href]")].map((link) => link.getAttribute("href"));
  const letters = element.textContent?.replace(/\s+/g, "");
  return [element.localName, letters, ...links].join("\n");
}

// The HTML of a text, read-only: ids of images, books and link targets become addresses and titles.
import type { DeskRef } from "#app/api/types.ts";
import { targetOf } from "#app/editor/address.ts";
import { editorText, imageText } from "#app/et/editor.ts";

export function displayHtml(html: string, refs: DeskRef[]): string {
  if (!/data-image|data-book|heliriiul:/.test(html)) return html;
  const known = new Map(refs.map((each) => [each.ref, each]));
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const image of body.querySelectorAll<HTMLImageElement>("img[data-image]")) {
    const url = known.get(`image/${image.dataset.image}`)?.imageUrl;
    if (url) image.src = url;
    else image.replaceWith(paragraph(image.alt || imageText.unknown));
  }
  for (const card of body.querySelectorAll<HTMLElement>("div[data-book]")) {
    const title = known.get(`book/${card.dataset.book}`)?.title ?? editorText.bookUnknown;
    card.replaceChildren(`${editorText.book}: ${title}`);
  }
  for (const link of body.querySelectorAll("a[href]")) {
    const target = targetOf(link.getAttribute("href") ?? "");
    if (!target) continue;
    const path = known.get(target.ref)?.path;
    if (path) link.setAttribute("href", path);
    else link.removeAttribute("href");
  }
  return body.innerHTML;
}

function paragraph(words: string): HTMLElement {
  const made = document.createElement("p");
  made.textContent = `[${words}]`;
  return made;
}

// The store's page in the preview's frame: finds the edited part, and updates the page in place.
import { Idiomorph } from "idiomorph";
import type { DocumentSummary } from "#app/api/types.ts";
import type { PreviewFrame } from "./live-preview.ts";

/** Shown above the edited part, in px. */
const MARGIN_PX = 24;
/** The blocks of the front page, by the classes of its template. */
const BLOCKS: Record<string, string> = { intro: ".hero", promo: ".promo", footer: ".closing" };

/** The selector of the document's part of the page; null for the top. */
export function placeOf({
  kind,
  identifier,
  id,
}: Pick<DocumentSummary, "kind" | "identifier" | "id">) {
  if (kind === "slider") return `[aria-labelledby="riiul-${id}"]`;
  return (kind === "section" && BLOCKS[identifier]) || null;
}

export class FrameOnScreen implements PreviewFrame {
  #url: string;
  #isPlaced = false;
  #hasReloaded = false;

  constructor(
    private frame: HTMLIFrameElement,
    url: string,
    private place: string | null,
  ) {
    this.#url = new URL(url, location.origin).href;
  }

  isThere(): boolean {
    const page = this.#page();
    // Compares the token: a renamed page shows its preview under the new address.
    return page !== null && tokenOf(page.URL) === tokenOf(this.#url);
  }

  load(): void {
    this.#isPlaced = false;
    // Setting `src` would add an entry to the browser's history.
    this.frame.contentWindow?.location.replace(this.#url);
  }

  loaded(): void {
    const page = this.#page();
    if (!page || !this.isThere()) return;
    // Links open in a new tab, so that the preview stays.
    const base = page.createElement("base");
    base.target = "_blank";
    page.head.prepend(base);
    prepare(page);
    this.#isPlaced = false;
    this.scrollToPlace();
  }

  show(html: string): void {
    const page = this.#page();
    if (!page) return;
    const next = new DOMParser().parseFromString(html, "text/html");
    if (styles(page) !== styles(next) && !this.#hasReloaded) {
      // The store's styles have changed since.
      this.#hasReloaded = true;
      this.load();
      return;
    }
    prepare(next);
    page.title = next.title;
    // Morphing in place: images do not blink, and the scroll position stays.
    Idiomorph.morph(page.body, next.body);
    // A row without books or a name was not on the page before.
    if (!this.#isPlaced && page.defaultView?.scrollY === 0) this.scrollToPlace();
  }

  scrollToPlace(): void {
    const page = this.#page();
    const found = this.place && page?.querySelector(this.place);
    const view = page?.defaultView;
    if (!found || !view) return;
    this.#isPlaced = true;
    // scrollIntoView would scroll the desk as well.
    const top = found.getBoundingClientRect().top + view.scrollY - MARGIN_PX;
    view.scrollTo({ top, behavior: "instant" });
  }

  #page(): Document | null {
    try {
      return this.frame.contentDocument;
    } catch {
      return null;
    }
  }
}

/** The page runs without scripts: its noscript notices would be misleading. */
function prepare(page: Document): void {
  for (const each of page.querySelectorAll("noscript")) each.remove();
  for (const link of page.querySelectorAll<HTMLAnchorElement>('a[href^="#"]'))
    link.target = "_self";
}

const tokenOf = (url: string) =>
  url.startsWith("http") ? new URL(url).searchParams.get("eelvaade") : null;

const styles = (page: Document) =>
  [...page.querySelectorAll('link[rel="stylesheet"]')]
    .map((link) => link.getAttribute("href"))
    .join(" ");

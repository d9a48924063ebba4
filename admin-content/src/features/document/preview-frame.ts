// The store's page in the preview's frame: where the edited text stands on it, and drawing it anew in place.
import { Idiomorph } from "idiomorph";
import type { DocumentSummary } from "#app/api/types.ts";
import type { PreviewFrame } from "./live-preview.ts";

/** Room over what is edited, so that one sees what stands before it. */
const MARGIN_PX = 24;
/** The blocks of the front page, by the classes of its template. */
const BLOCKS: Record<string, string> = { intro: ".hero", promo: ".promo", footer: ".closing" };

/** Finds on the store's page what a document is; null: it stands at the top. */
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
    // By the token: a page that has moved shows its preview under its present address.
    return page !== null && tokenOf(page.URL) === tokenOf(this.#url);
  }

  load(): void {
    this.#isPlaced = false;
    // Not by `src`: each such load would be a step of the browser's Back.
    this.frame.contentWindow?.location.replace(this.#url);
  }

  /** A page has come into the frame by itself. */
  loaded(): void {
    const page = this.#page();
    if (!page || !this.isThere()) return;
    // What is clicked opens beside: the preview stays, and so does the desk.
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
      // The store has got another look since.
      this.#hasReloaded = true;
      this.load();
      return;
    }
    prepare(next);
    page.title = next.title;
    // In place: pictures do not blink, and what is scrolled keeps its place.
    Idiomorph.morph(page.body, next.body);
    // A row that had no books, or no name, was not there to go to.
    if (!this.#isPlaced && page.defaultView?.scrollY === 0) this.scrollToPlace();
  }

  scrollToPlace(): void {
    const page = this.#page();
    const found = this.place && page?.querySelector(this.place);
    const view = page?.defaultView;
    if (!found || !view) return;
    this.#isPlaced = true;
    // Not scrollIntoView: it would move the desk around the frame as well.
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

/** The page comes without its script, which is nothing to tell the editor. */
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

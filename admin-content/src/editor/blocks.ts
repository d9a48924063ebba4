// Blocks of the store. A text has only their ids; the editor shows the rest from the refs.
import { Node } from "@tiptap/core";
import { editorText, imageText } from "#app/et/editor.ts";
import { isSafe } from "./address.ts";
import type { Refs } from "./refs.ts";

type WithRefs = { refs: Refs };

function tag(name: string, className: string, ...children: (globalThis.Node | string)[]) {
  const element = document.createElement(name);
  element.className = className;
  element.append(...children);
  return element;
}

function imageTag(src: string, className: string, alt = "") {
  return Object.assign(document.createElement("img"), { src, className, alt });
}

/** An attribute that `renderHTML` of its node writes. */
const attribute = (byDefault: unknown, parseHTML?: (element: HTMLElement) => unknown) => ({
  default: byDefault,
  rendered: false,
  parseHTML,
});

/** A node view that is drawn again when the refs change. */
function view(refs: Refs, dom: HTMLElement, draw: () => HTMLElement[]) {
  const show = () => dom.replaceChildren(...draw());
  show();
  return { dom, destroy: refs.subscribe(show), ignoreMutation: () => true };
}

export type ImageAttributes = { image: string; alt: string; decorative: boolean };

export const LibraryImage = Node.create<WithRefs>({
  name: "libraryImage",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({
    image: attribute("", ({ dataset }) => dataset.image),
    alt: attribute("", (element) => element.getAttribute("alt") ?? ""),
    decorative: attribute(false, ({ dataset }) => dataset.decorative === "true"),
  }),
  parseHTML: () => [{ tag: "img[data-image]" }],
  renderHTML: ({ node: { attrs }, HTMLAttributes }) => [
    "img",
    {
      ...HTMLAttributes,
      "data-image": attrs.image as string,
      alt: attrs.alt as string,
      ...(attrs.decorative && { "data-decorative": "true" }),
    },
  ],
  addNodeView() {
    const { refs } = this.options;
    return ({ node }) => {
      const { image, alt, decorative } = node.attrs as ImageAttributes;
      const isSilent = !alt && !decorative;
      const words = isSilent ? imageText.noAlt : decorative ? imageText.decorative : alt;
      return view(refs, tag("figure", "desk-image-block"), () => {
        const url = refs.find(`image/${image}`)?.imageUrl;
        return [
          url
            ? imageTag(url, "desk-image-block__image", alt)
            : tag("span", "desk-note desk-image-block__unknown", imageText.unknown),
          tag("figcaption", isSilent ? "desk-muted desk-error" : "desk-muted", words),
        ];
      });
    };
  },
});

export const BookCard = Node.create<WithRefs>({
  name: "bookCard",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({ book: attribute("", ({ dataset }) => dataset.book) }),
  parseHTML: () => [{ tag: "div[data-book]" }],
  renderHTML: ({ node }) => ["div", { "data-book": node.attrs.book as string }],
  addNodeView() {
    const { refs } = this.options;
    return ({ node }) =>
      view(refs, tag("div", "desk-book-card"), () => {
        const known = refs.find(`book/${node.attrs.book}`);
        return [
          ...(known?.imageUrl ? [imageTag(known.imageUrl, "desk-book-card__cover")] : []),
          tag("span", "desk-muted", editorText.book),
          tag("span", "desk-strong", known?.title ?? editorText.bookUnknown),
        ];
      });
  },
});

/** The only link of a paragraph of class "cta", shown as a button. */
function callToActionLink(paragraph: HTMLElement): HTMLAnchorElement | null {
  const [link, ...others] = [...paragraph.childNodes].filter(
    (child) => child.nodeType === 1 || child.textContent?.trim(),
  );
  const isAlone = link instanceof HTMLAnchorElement && others.length === 0;
  return isAlone && isSafe(link.getAttribute("href") ?? "") ? link : null;
}

export const CallToAction = Node.create({
  name: "callToAction",
  group: "block",
  content: "text*",
  marks: "bold italic",
  defining: true,
  addAttributes: () => ({ href: attribute(""), rel: attribute(null) }),
  parseHTML: () => [
    {
      tag: "p.cta",
      priority: 60,
      getAttrs: (element) => {
        const link = callToActionLink(element);
        return link && { href: link.getAttribute("href"), rel: link.getAttribute("rel") };
      },
      contentElement: (element) =>
        callToActionLink(element as HTMLElement) ?? (element as HTMLElement),
    },
  ],
  renderHTML: ({ node: { attrs }, HTMLAttributes }) => [
    "p",
    { ...HTMLAttributes, class: "cta" },
    ["a", { href: isSafe(attrs.href as string) ? attrs.href : "", rel: attrs.rel }, 0],
  ],
});

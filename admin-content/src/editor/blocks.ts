// Blocks of the store: pictures of the library, calls to action, cards of books. A text has only their ids;
// the editor shows them from the refs.
import { Node } from "@tiptap/core";
import { editorText, imageText } from "#app/et/editor.ts";
import { isSafe } from "./address.ts";
import type { Refs } from "./refs.ts";

type WithRefs = { refs: Refs };

/** Makes an element for a node view. */
function tag(name: string, className: string, ...children: (globalThis.Node | string)[]) {
  const element = document.createElement(name);
  element.className = className;
  element.append(...children);
  return element;
}

export const Picture = Node.create<WithRefs>({
  name: "picture",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({
    image: { default: "", rendered: false, parseHTML: (element) => element.dataset.image },
    alt: {
      default: "",
      rendered: false,
      parseHTML: (element) => element.getAttribute("alt") ?? "",
    },
    decorative: {
      default: false,
      rendered: false,
      parseHTML: (element) => element.dataset.decorative === "true",
    },
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
      const { image, alt, decorative } = node.attrs as PictureAttributes;
      const dom = tag("figure", "desk-picture");
      const show = () => {
        const known = refs.find(`image/${image}`);
        const picture = document.createElement("img");
        picture.className = "desk-picture__image";
        picture.alt = alt;
        if (known?.imageUrl) picture.src = known.imageUrl;
        const isSilent = !alt && !decorative;
        const words = isSilent ? imageText.noAlt : decorative ? imageText.decorative : alt;
        dom.replaceChildren(
          known?.imageUrl ? picture : tag("span", "desk-picture__unknown", imageText.unknown),
          tag("figcaption", isSilent ? "desk-muted desk-error" : "desk-muted", words),
        );
      };
      show();
      return { dom, destroy: refs.subscribe(show), ignoreMutation: () => true };
    };
  },
});

export type PictureAttributes = { image: string; alt: string; decorative: boolean };

export const BookCard = Node.create<WithRefs>({
  name: "bookCard",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({
    book: { default: "", rendered: false, parseHTML: (element) => element.dataset.book },
  }),
  parseHTML: () => [{ tag: "div[data-book]" }],
  renderHTML: ({ node }) => ["div", { "data-book": node.attrs.book as string }],
  addNodeView() {
    const { refs } = this.options;
    return ({ node }) => {
      const dom = tag("div", "desk-book-card");
      const show = () => {
        const known = refs.find(`book/${node.attrs.book}`);
        const cover = document.createElement("img");
        cover.className = "desk-book-card__cover";
        cover.alt = "";
        if (known?.imageUrl) cover.src = known.imageUrl;
        dom.replaceChildren(
          ...(known?.imageUrl ? [cover] : []),
          tag("span", "desk-muted", editorText.book),
          tag("span", "desk-strong", known?.title ?? editorText.bookUnknown),
        );
      };
      show();
      return { dom, destroy: refs.subscribe(show), ignoreMutation: () => true };
    };
  },
});

/** The only link of a paragraph of class "cta", shown as a button. */
function linkOfCall(paragraph: HTMLElement): HTMLAnchorElement | null {
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
  addAttributes: () => ({
    href: { default: "", rendered: false },
    rel: { default: null, rendered: false },
  }),
  parseHTML: () => [
    {
      tag: "p.cta",
      priority: 60,
      getAttrs: (element) => {
        const link = linkOfCall(element);
        return link && { href: link.getAttribute("href"), rel: link.getAttribute("rel") };
      },
      contentElement: (element) => linkOfCall(element as HTMLElement) ?? (element as HTMLElement),
    },
  ],
  renderHTML: ({ node: { attrs }, HTMLAttributes }) => [
    "p",
    { ...HTMLAttributes, class: "cta" },
    ["a", { href: isSafe(attrs.href as string) ? attrs.href : "", rel: attrs.rel }, 0],
  ],
});

// Content that the toolbar cannot make and the editor preserves. Tables and figures stay whole.
import { Mark, mergeAttributes, Node } from "@tiptap/core";
import { isSafe } from "./address.ts";

/** The tags that the server allows. Pasted content is reduced to them before it is inserted. */
const TAGS = new Set(
  (
    "a blockquote br caption code em figcaption figure h2 h3 h4 hr img li ol p s strong sub sup " +
    "table tbody td th thead tr u ul"
  ).split(" "),
);
const ATTRIBUTES = new Set(
  (
    "alt colspan data-decorative data-image height href id lang loading rel rowspan scope src start " +
    "width"
  ).split(" "),
);

/** A copy with only the allowed tags and attributes. Other elements are replaced by their text. */
export function allowedCopy(element: Element): Element {
  const copy = element.ownerDocument.createElement(element.localName);
  for (const { name, value } of [...element.attributes]) {
    const isAddress = name === "href" || name === "src";
    if (ATTRIBUTES.has(name) && (!isAddress || isSafe(value))) {
      copy.setAttribute(name, value);
    }
  }
  copy.append(...allowedChildren(element));
  return copy;
}

function allowedChildren(element: Element): globalThis.Node[] {
  return [...element.childNodes].flatMap((child): globalThis.Node[] => {
    if (child.nodeType === 3) return [child.cloneNode()];
    if (child.nodeType !== 1) return [];
    const inner = child as Element;
    if (TAGS.has(inner.localName)) return [allowedCopy(inner)];
    return /^(?:script|style|template|svg|math|iframe|object|noscript)$/.test(inner.localName)
      ? []
      : allowedChildren(inner);
  });
}

/** Parses HTML in a separate document, which loads and runs nothing. */
function inert(html: string): Element {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return body.firstElementChild ?? body;
}

export const PreservedBlock = Node.create({
  name: "preservedBlock",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({ html: { default: "", rendered: false } }),
  parseHTML: () =>
    ["table", "figure"].map((tag) => ({
      tag,
      getAttrs: (element: HTMLElement) => ({ html: allowedCopy(element).outerHTML }),
    })),
  renderHTML: ({ node }) =>
    document.importNode(allowedCopy(inert(node.attrs.html as string)), true),
});

export const PreservedImage = Node.create({
  name: "preservedImage",
  group: "inline",
  inline: true,
  atom: true,
  draggable: true,
  addAttributes: () =>
    Object.fromEntries(
      ["id", "src", "alt", "width", "height", "loading"].map((name) => [name, { default: null }]),
    ),
  parseHTML: () => [{ tag: "img[src]:not([data-image])" }],
  renderHTML: ({ HTMLAttributes }) => {
    const src = String(HTMLAttributes.src ?? "");
    return ["img", mergeAttributes(HTMLAttributes, { src: isSafe(src) ? src : "" })];
  },
});

const script = (name: string, tag: string) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
  });

export const Subscript = script("subscript", "sub");
export const Superscript = script("superscript", "sup");

// Reduces pasted content to the editor's schema. The meaning of styles (bold, a list) stays.
import { isSafe } from "./address.ts";
import { listsOf } from "./paste-lists.ts";

/** Removed with their content. */
const GONE =
  "style, script, meta, link, title, xml, template, noscript, iframe, object, svg, math, colgroup, " +
  "[style*='mso-element:comment'], [style*='display:none'], [style*='display: none']";

const RENAMED: Record<string, string> = {
  b: "strong",
  i: "em",
  del: "s",
  strike: "s",
  ins: "u",
  h1: "h2",
  h5: "h4",
  h6: "h4",
  tt: "code",
  samp: "code",
};
const KEPT = new Set(
  "a blockquote br code em h2 h3 h4 hr li ol p s strong sub sup table td th tr u ul".split(" "),
);
const BLOCKS = "blockquote, h2, h3, h4, hr, ol, p, table, ul, div[data-book], img[data-image]";
/** Elements in which white space has no meaning. */
const WRITTEN = "p, h2, h3, h4, li, blockquote, strong, em, u, s, code, sub, sup, a";
const OWN_BLOCK = "img[data-image], div[data-book], p.cta";

/** Cleans HTML of the clipboard. HTML that was copied in the editor itself is not changed. */
export function cleanPasted(html: string): string {
  if (html.includes("data-pm-slice")) return html;
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const element of body.querySelectorAll(GONE)) element.remove();
  listsOf(body);
  const out = body.ownerDocument.createElement("body");
  out.append(...cleaned(body));
  tidy(out);
  return out.innerHTML.trim();
}

function cleaned(parent: Element): Node[] {
  return [...parent.childNodes].flatMap((child) => {
    if (child.nodeType === 3) return [child.ownerDocument?.createTextNode(spaced(child)) as Node];
    return child.nodeType === 1 ? element(child as HTMLElement) : [];
  });
}

/** Word pads with runs of no-break spaces. A single one between words may be intended. */
const spaced = (text: Node) =>
  (text.textContent ?? "").replace(/[ \n\r\t\u00a0]{2,}|[\n\r\t]/g, " ");

function element(from: HTMLElement): Node[] {
  if (from.matches(OWN_BLOCK)) return [from.cloneNode(true)];
  const inside = cleaned(from);
  const name = RENAMED[from.localName] ?? from.localName;
  if (name === "div" || name === "section" || name === "article") return asBlock(from, inside);
  if (name === "span" || name === "font" || isPlainWrapper(from)) return marked(from, inside);
  if (!KEPT.has(name)) return inside;
  const made = from.ownerDocument.createElement(name);
  if (name === "a") {
    const href = addressBehind(from.getAttribute("href") ?? "");
    if (!href) return inside;
    made.setAttribute("href", href);
  }
  for (const attribute of ["colspan", "rowspan", "start", "scope"]) {
    const value = from.getAttribute(attribute);
    if (value && value !== "1") made.setAttribute(attribute, value);
  }
  made.append(...inside);
  return [made];
}

/** `<b style="font-weight:normal">` is how Google Docs wraps everything. */
function isPlainWrapper({ localName, style }: HTMLElement): boolean {
  if (localName === "b" || localName === "strong")
    return /^(?:normal|[1-4]00)$/.test(style.fontWeight);
  return (localName === "i" || localName === "em") && style.fontStyle === "normal";
}

/** Turns styles into the tags that they mean. */
function marked(from: HTMLElement, inside: Node[]): Node[] {
  const { fontWeight, fontStyle, verticalAlign, textDecoration, textDecorationLine } = from.style;
  const line = `${textDecoration} ${textDecorationLine}`;
  const marks = [
    /^(?:bold|bolder|[6-9]00)$/.test(fontWeight) &&
      !from.closest("h1, h2, h3, h4, h5, h6, th") &&
      "strong",
    fontStyle === "italic" && "em",
    line.includes("underline") && !from.closest("a") && !from.querySelector("a") && "u",
    line.includes("line-through") && "s",
    verticalAlign === "super" && "sup",
    verticalAlign === "sub" && "sub",
  ].filter((mark) => mark !== false);
  let nodes = inside;
  for (const mark of marks) {
    const wrapper = from.ownerDocument.createElement(mark);
    wrapper.append(...nodes);
    nodes = [wrapper];
  }
  return nodes;
}

function asBlock(from: HTMLElement, inside: Node[]): Node[] {
  const paragraph = from.ownerDocument.createElement("p");
  paragraph.append(...inside);
  return paragraph.querySelector(BLOCKS) ? [...paragraph.childNodes] : [paragraph];
}

/** The address without Google's redirect; null for a link inside the other document. */
function addressBehind(href: string): string | null {
  const behind = /^https:\/\/www\.google\.com\/url\?(.*)$/.exec(href)?.[1];
  const address = (behind && new URLSearchParams(behind).get("q")) || href;
  return address && !address.startsWith("#_") && !address.startsWith("file:") && isSafe(address)
    ? address
    : null;
}

function tidy(body: HTMLElement): void {
  for (const heading of body.querySelectorAll("h2, h3, h4")) {
    for (const strong of heading.querySelectorAll("strong"))
      strong.replaceWith(...strong.childNodes);
  }
  for (const each of [...body.querySelectorAll(WRITTEN)].reverse()) {
    if (!each.textContent?.trim() && !each.querySelector(`br + br, hr, table, ${OWN_BLOCK}`)) {
      // A space in bold is still a space between words.
      each.replaceWith(each.matches("strong, em, u, s, a") ? (each.textContent ?? "") : "");
    }
  }
  for (const br of body.querySelectorAll("br")) {
    const { parentElement: parent } = br;
    const isBetweenBlocks = parent === body && body.querySelector(BLOCKS);
    if (isBetweenBlocks || !br.nextSibling) br.remove();
  }
  for (const table of body.querySelectorAll("table")) {
    const rows = [...table.querySelectorAll("tr")].filter((row) => row.closest("table") === table);
    const made = body.ownerDocument.createElement("tbody");
    made.append(...rows);
    table.replaceChildren(made);
  }
}

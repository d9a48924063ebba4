// A body as lines of plain text for comparison: a line for each field and each block.
import type { Body, BookCard, DeskRef, Kind } from "#app/api/types.ts";
import { fieldRows, titleOf } from "#app/document-view/body-text.ts";
import { targetOf } from "#app/editor/address.ts";
import { viewText as text } from "#app/et/history.ts";

const SIGNS: Record<string, string> = {
  h2: "H2 ",
  h3: "H3 ",
  h4: "H4 ",
  li: "• ",
  blockquote: "„ ",
};
const BLOCKS = new Set(
  "p h2 h3 h4 li blockquote ul ol table thead tbody tr caption div figure figcaption hr img".split(
    " ",
  ),
);

export function linesOfBody(
  kind: Kind,
  body: Body,
  books: BookCard[] | null = [],
  refs: DeskRef[] = [],
): string[] {
  const lines = [`${text.title}: ${body.title}`];
  lines.push(...fieldRows(kind, body, refs).map(({ name, value }) => `${name}: ${value}`));
  if (!body.rule) lines.push(...(books ?? []).map((book) => `${book.title} · ${book.author}`));
  return [...lines, ...linesOfHtml(body.content ?? "", refs)];
}

export function linesOfHtml(html: string, refs: DeskRef[] = []): string[] {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const lines: string[] = [];
  let line = "";
  const flush = (sign = "") => {
    const words = line.replace(/\s+/g, " ").trim();
    if (words) lines.push(sign + words);
    line = "";
  };
  const walk = (parent: Element, sign: string) => {
    for (const child of parent.childNodes) {
      if (child.nodeType === 3) line += child.textContent;
      if (child.nodeType !== 1) continue;
      const element = child as HTMLElement;
      const name = element.localName;
      const isBlock = BLOCKS.has(name);
      if (isBlock) flush(sign);
      line += wordsOf(element, refs);
      const own = SIGNS[name] ?? (isBlock && name !== "p" ? "" : sign);
      if (name === "tr") line += row(element, refs);
      else if (name === "br") flush(sign);
      else walk(element, own);
      if (name === "a") line += leadsTo(element, refs);
      if (isBlock) flush(own);
    }
  };
  walk(body, "");
  flush();
  return lines;
}

function wordsOf(element: HTMLElement, refs: DeskRef[]): string {
  const { book } = element.dataset;
  if (book) return text.book(titleOf(`book/${book}`, refs));
  if (element.localName === "img") return text.image(element.getAttribute("alt") ?? "");
  return element.localName === "hr" ? "———" : "";
}

function leadsTo(link: HTMLElement, refs: DeskRef[]): string {
  const href = link.getAttribute("href");
  const target = targetOf(href ?? "");
  return href ? ` [→ ${target ? titleOf(target.ref, refs) : href}]` : "";
}

function row(element: HTMLElement, refs: DeskRef[]): string {
  return [...element.children]
    .map((cell) => linesOfHtml(cell.innerHTML, refs).join(" "))
    .join(" | ");
}

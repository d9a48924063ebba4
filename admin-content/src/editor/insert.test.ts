import type { Editor } from "@tiptap/core";
import { expect, it } from "vitest";
import { openEditor } from "#app/testing/editor.ts";
import { insertBlock } from "./insert.ts";
import { insertTable } from "./table.ts";

let editor: Editor;

/** `at`: a position in the text; "node": the first block is selected as a whole. */
function open(content: string, at: number | "node"): Editor {
  editor = openEditor(content);
  if (at === "node") editor.commands.setNodeSelection(0);
  else editor.commands.setTextSelection(at);
  return editor;
}

const book = (id: string) => editor.schema.nodeFromJSON({ type: "bookCard", attrs: { book: id } });
const card = (id: string) => `<div data-book="${id}"></div>`;

const CALL = '<p class="cta"><a href="/a">abc</a></p>';

it.each([
  ["stands after the paragraph", "<p>abc</p><p>def</p>", 2, `<p>abc</p>${card("x")}<p>!def</p>`],
  [
    "takes the place of an empty paragraph",
    "<p>abc</p><p></p><p>d</p>",
    6,
    `<p>abc</p>${card("x")}<p>!d</p>`,
  ],
  ["leaves a selected block where it is", card("a"), "node", `${card("a")}${card("x")}<p>!</p>`],
  [
    "stays in the list",
    "<ul><li><p>abc</p></li></ul>",
    4,
    `<ul><li><p>abc</p>${card("x")}<p>!</p></li></ul>`,
  ],
  ["stays out of a call to action", `${CALL}<p>d</p>`, 2, `${CALL}${card("x")}<p>!d</p>`],
] as const)("%s, and writing goes on behind it", (_, content, at, html) => {
  insertBlock(open(content, at), book("x"));
  editor.commands.insertContent("!");
  expect(editor.getHTML()).toBe(html);
});

it("a table is written from its first cell", () => {
  insertTable(open("<p>abc</p>", 2));
  editor.commands.insertContent("Nimi");
  const row = "<tr><td><p></p></td><td><p></p></td><td><p></p></td></tr>";
  const header = (words: string) => `<th scope="col"><p>${words}</p></th>`;
  expect(editor.getHTML()).toBe(
    `<p>abc</p><table><tbody><tr>${header("Nimi")}${header("Veerg 2")}${header("Veerg 3")}</tr>${row}${row}</tbody></table>`,
  );
});

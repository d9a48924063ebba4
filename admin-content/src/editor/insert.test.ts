import { Editor } from "@tiptap/core";
import { afterEach, expect, it } from "vitest";
import { extensionsWith } from "./extensions.ts";
import { insertBlock } from "./insert.ts";
import { Refs } from "./refs.ts";
import { insertTable } from "./table.ts";

let editor: Editor;
afterEach(() => editor.destroy());

/** `at`: a position in the text; "node": the first block is selected as a whole. */
function open(content: string, at: number | "node"): Editor {
  editor = new Editor({ extensions: extensionsWith(new Refs()), content, injectCSS: false });
  if (at === "node") editor.commands.setNodeSelection(0);
  else editor.commands.setTextSelection(at);
  return editor;
}

const book = (id: string) => editor.schema.nodeFromJSON({ type: "bookCard", attrs: { book: id } });
const card = (id: string) => `<div data-book="${id}"></div>`;

it("stands after the paragraph, and writing goes on behind it", () => {
  insertBlock(open("<p>abc</p><p>def</p>", 2), book("x"));
  editor.commands.insertContent("!");
  expect(editor.getHTML()).toBe(`<p>abc</p>${card("x")}<p>!def</p>`);
});

it("takes the place of an empty paragraph", () => {
  insertBlock(open("<p>abc</p><p></p><p>d</p>", 6), book("x"));
  expect(editor.getHTML()).toBe(`<p>abc</p>${card("x")}<p>d</p>`);
});

it("leaves a selected block where it is", () => {
  insertBlock(open(card("a"), "node"), book("b"));
  editor.commands.insertContent("!");
  expect(editor.getHTML()).toBe(`${card("a")}${card("b")}<p>!</p>`);
});

it("stays in the list and out of a call to action", () => {
  insertBlock(open("<ul><li><p>abc</p></li></ul>", 4), book("x"));
  expect(editor.getHTML()).toBe(`<ul><li><p>abc</p>${card("x")}<p></p></li></ul>`);
  editor.destroy();
  insertBlock(open('<p class="cta"><a href="/a">abc</a></p><p>d</p>', 2), book("x"));
  expect(editor.getHTML()).toBe(`<p class="cta"><a href="/a">abc</a></p>${card("x")}<p>d</p>`);
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

import type { Editor } from "@tiptap/core";
import { toggleHeaderRow } from "@tiptap/pm/tables";
import { expect, it } from "vitest";
import { openEditor } from "#app/testing/editor.ts";
import { run } from "./table.ts";

let editor: Editor;

function open(content: string) {
  editor = openEditor(content, { element: document.createElement("div") });
}

const shown = () => [...editor.view.dom.querySelectorAll("th")].map((each) => each.textContent);
const row = (cell: string, ...words: string[]) =>
  `<tr>${words.map((each) => `<${cell}><p>${each}</p></${cell}>`).join("")}</tr>`;

it("names the header cells that have no words, on the screen alone", () => {
  open(`<table><tbody>${row("td", "", "Hind", "")}${row("td", "a", "b", "")}</tbody></table>`);
  editor.commands.setTextSelection(4);
  expect(shown()).toEqual([]);
  run(editor, toggleHeaderRow);
  expect(shown()).toEqual(["Veerg 1", "Hind", "Veerg 3"]);
  expect(editor.getHTML()).toBe(
    `<table><tbody>${row("th", "", "Hind", "")}${row("td", "a", "b", "")}</tbody></table>`,
  );
  editor.commands.insertContentAt(4, "Nimi");
  expect(shown()).toEqual(["Nimi", "Hind", "Veerg 3"]);
  editor.commands.deleteRange({ from: 4, to: 8 });
  expect(shown()).toEqual(["Veerg 1", "Hind", "Veerg 3"]);
  run(editor, toggleHeaderRow);
  expect(editor.view.dom.querySelector(".desk-header-name")).toBeNull();
});

it("names the header of a row otherwise than that of a column", () => {
  open(
    `<table><tbody>${row("th", "a", "")}<tr><th><p></p></th><td><p>b</p></td></tr></tbody></table>`,
  );
  expect(shown()).toEqual(["a", "Veerg 2", "Päis"]);
});

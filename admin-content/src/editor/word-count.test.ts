import { expect, it } from "vitest";
import { openEditor } from "#app/testing/editor.ts";
import { countWords } from "./word-count.tsx";

it.each([
  ["", 0],
  ["<p>Üks kaks</p><p>kolm</p>", 3],
  ["<h2>A</h2><ul><li><p>b</p></li></ul><p>c<br>d</p>", 4],
  ["<p>öö-töö – <strong>po</strong>ol, 5 €</p>", 3],
])("%s", (content, count) => {
  expect(countWords(openEditor(content).state.doc)).toBe(count);
});

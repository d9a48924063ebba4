import { expect, it } from "vitest";
import { morph } from "./morph.ts";

function tree(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, "text/html").body;
}

it.each([
  ["<p>a</p>", "<p>b</p>"],
  ["<p>a</p><p>b</p><p>c</p>", "<p>a</p><p>c</p>"],
  ["<p>a</p><p>c</p>", "<p>a</p><p>b</p><p>c</p>"],
  ["<p>a</p>", "<p>a</p><p>a</p>"],
  ["<p>a</p><p>a</p>", "<p>a</p>"],
  ["", "<section><h2>a</h2></section>"],
  ["<section><h2>a</h2></section>", ""],
  ['<p class="x" lang="et">a</p>', '<p class="y">a <b>b</b></p>'],
  ["<p>a</p>teksti<!-- x -->", "<h2>a</h2>muu<b>!</b>"],
])("makes %s into %s", (before, after) => {
  const from = tree(before);
  morph(from, tree(after));
  expect(from.innerHTML).toBe(after);
});

it("leaves alone what is equal, on either side of what is not", () => {
  const from = tree("<h1>a</h1><p>b</p><ul><li>c</li></ul>");
  const [title, list] = ["h1", "ul"].map((name) => from.querySelector(name));
  morph(from, tree("<h1>a</h1><p>uus</p><p>teine</p><ul><li>c</li></ul>"));
  expect(from.querySelector("h1")).toBe(title);
  expect(from.querySelector("ul")).toBe(list);
});

it("keeps a picture whose neighbours are written over", () => {
  const from = tree("<div><img src='x.png'><p>b</p></div>");
  const picture = from.querySelector("img");
  morph(from, tree("<div><img src='x.png'><p>c</p><p>d</p></div>"));
  expect(from.querySelector("img")).toBe(picture);
});

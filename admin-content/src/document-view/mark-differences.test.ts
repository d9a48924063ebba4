import { expect, it } from "vitest";
import { markDiffering } from "./mark-differences.ts";

it("marks what the other text lacks and nothing else", () => {
  const list = "<ul><li><p>a</p></li><li><p>b</p></li></ul>";
  const mine = `<h2>Sama</h2><p>minu</p>${list}`;
  const theirs = "<h2>Sama</h2>\n<p>teise</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>";
  expect(markDiffering(mine, theirs)).toBe(`<h2>Sama</h2><p class="desk-differs">minu</p>${list}`);
});

it("sees another tag and another address", () => {
  expect(markDiffering("<h3>a</h3>", "<h2>a</h2>")).toBe('<h3 class="desk-differs">a</h3>');
  expect(markDiffering('<p><a href="/b">a</a></p>', '<p><a href="/c">a</a></p>')).toContain(
    "desk-differs",
  );
  expect(markDiffering("<p>a</p>", "<p>a</p>")).not.toContain("desk-differs");
});

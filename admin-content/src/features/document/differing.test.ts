import { expect, it } from "vitest";
import { markDiffering } from "./differing.ts";

it("marks what the other text lacks and nothing else", () => {
  const mine = "<h2>Sama</h2><p>minu</p><ul><li><p>a</p></li></ul>";
  const theirs = "<h2>Sama</h2><p>teise</p><ul><li>a</li></ul>";
  expect(markDiffering(mine, theirs)).toBe(
    '<h2>Sama</h2><p class="differs">minu</p><ul><li><p>a</p></li></ul>',
  );
});

it("sees another tag and another address", () => {
  expect(markDiffering("<h3>a</h3>", "<h2>a</h2>")).toBe('<h3 class="differs">a</h3>');
  expect(markDiffering('<p><a href="/b">a</a></p>', '<p><a href="/c">a</a></p>')).toContain(
    "differs",
  );
  expect(markDiffering("<p>a</p>", "<p>a</p>")).not.toContain("differs");
});

// Words of a text.
import type { Node } from "@tiptap/pm/model";

/** What has a letter or a digit is a word; signs between spaces are none. */
export function countWords(doc: Node): number {
  let count = 0;
  for (const _ of doc.textBetween(0, doc.content.size, " ", " ").matchAll(/[\p{L}\p{N}]\S*/gu)) {
    count += 1;
  }
  return count;
}

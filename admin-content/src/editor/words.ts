// Counts the words of a text.
import type { Node } from "@tiptap/pm/model";

/** A word has a letter or a digit. */
export function countWords(doc: Node): number {
  let count = 0;
  for (const _ of doc.textBetween(0, doc.content.size, " ", " ").matchAll(/[\p{L}\p{N}]\S*/gu)) {
    count += 1;
  }
  return count;
}

// Inserts a block after the block that the cursor is in, without splitting it or replacing a selected block.
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { NodeSelection, TextSelection, type Transaction } from "@tiptap/pm/state";

/** Replaces an empty paragraph. The cursor moves into the block, or behind it when it holds no text. */
export function insertBlock(editor: Editor, block: Node): void {
  const { tr } = editor.state;
  const at = place(tr, block);
  const inside = block.isAtom ? null : TextSelection.findFrom(tr.doc.resolve(at), 1, true);
  tr.setSelection(inside ?? behind(tr, at + block.nodeSize));
  editor.view.dispatch(tr.scrollIntoView());
}

function place(tr: Transaction, block: Node): number {
  const { selection } = tr;
  const { $from, $to } = selection;
  const { parent } = $from;
  const isFree = parent.type.name === "paragraph" && parent.content.size === 0;
  if (isFree && $from.node(-1).canReplaceWith($from.index(-1), $from.indexAfter(-1), block.type)) {
    const at = $from.before();
    tr.replaceWith(at, $from.after(), block);
    return at;
  }
  if (selection instanceof NodeSelection && selection.node.isBlock) {
    tr.insert(selection.to, block);
    return selection.to;
  }
  let { depth } = $to;
  while (
    depth > 1 &&
    !$to
      .node(depth - 1)
      .canReplaceWith($to.indexAfter(depth - 1), $to.indexAfter(depth - 1), block.type)
  ) {
    depth -= 1;
  }
  const at = depth > 0 ? $to.after(depth) : $to.pos;
  tr.insert(at, block);
  return at;
}

/** Ensures that a paragraph follows the block, because typing would otherwise replace the block. */
function behind(tr: Transaction, at: number): TextSelection {
  const next = tr.doc.resolve(at).nodeAfter;
  if (!next?.isTextblock || next.type.name === "callToAction") {
    const paragraph = tr.doc.type.schema.nodes.paragraph?.create();
    if (paragraph) tr.insert(at, paragraph);
  }
  return TextSelection.create(tr.doc, at + 1);
}

// Names empty header cells for screen readers. The names are not part of the text.
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { editorText as text } from "#app/et/editor.ts";

const KEY = new PluginKey<DecorationSet>("headerNames");

export function headerNames(): Plugin<DecorationSet> {
  return new Plugin({
    key: KEY,
    state: {
      init: (_, { doc }) => names(doc),
      apply: (transaction, before) => (transaction.docChanged ? names(transaction.doc) : before),
    },
    props: { decorations: (state) => KEY.getState(state) },
  });
}

function names(doc: Node): DecorationSet {
  const found: Decoration[] = [];
  doc.descendants((node, at, row, index) => {
    if (node.type.name === "tableHeader" && row && isEmpty(node)) {
      const table = doc.resolve(at).node(-1);
      const name = table.firstChild === row ? text.column(index + 1) : text.header;
      found.push(Decoration.widget(at + 1, () => placeholder(name), { side: -1, key: name }));
    }
    return !node.isTextblock;
  });
  return DecorationSet.create(doc, found);
}

/** An image counts as content. */
function isEmpty({ childCount, firstChild }: Node): boolean {
  return childCount === 1 && firstChild?.isTextblock === true && firstChild.childCount === 0;
}

function placeholder(name: string): HTMLElement {
  const made = document.createElement("span");
  made.className = "desk-note desk-header-name";
  made.textContent = name;
  return made;
}

// The tools of the toolbar in their groups. The table tools are shown while the cursor is in a table.
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  toggleHeaderRow,
} from "@tiptap/pm/tables";
import type { Editor } from "@tiptap/react";
import { editorText as text } from "#app/et/editor.ts";
import type { DeskIconName } from "#app/kit/desk-icon.tsx";
import { insertTable, inTable, run } from "./table.ts";

export type DialogName = "link" | "call" | "image" | "book" | "source";

export type Tool = {
  label: string;
  icon?: DeskIconName;
  letters?: string;
  on?: boolean;
  enabled?: boolean;
  /** In the syntax of aria-keyshortcuts. */
  keys?: string;
  use: () => void;
};

export type Has = { blocks: boolean; source: boolean };

/** The tools that are on at the cursor. */
export function stateOf(editor: Editor) {
  return {
    h2: editor.isActive("heading", { level: 2 }),
    h3: editor.isActive("heading", { level: 3 }),
    h4: editor.isActive("heading", { level: 4 }),
    bold: editor.isActive("bold"),
    italic: editor.isActive("italic"),
    bulletList: editor.isActive("bulletList"),
    orderedList: editor.isActive("orderedList"),
    quote: editor.isActive("blockquote"),
    link: editor.isActive("link"),
    call: editor.isActive("callToAction"),
    image: editor.isActive("libraryImage"),
    book: editor.isActive("bookCard"),
    table: inTable(editor),
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
  };
}

type State = ReturnType<typeof stateOf>;

export function toolsOf(
  editor: Editor,
  on: State,
  has: Has,
  open: (name: DialogName) => void,
): Tool[][] {
  type Chain = ReturnType<Editor["chain"]>;
  const tool = (
    icon: DeskIconName,
    label: string,
    keys: string | undefined,
    change: (chain: Chain) => Chain,
    more: Pick<Tool, "on" | "enabled"> = {},
  ): Tool => ({ icon, label, keys, use: () => change(editor.chain().focus()).run(), ...more });
  const heading = (level: 2 | 3 | 4, label: string): Tool => ({
    label,
    letters: `H${level}`,
    on: on[`h${level}`],
    keys: `Control+Alt+${level}`,
    use: () => editor.chain().focus().toggleHeading({ level }).run(),
  });
  const dialog = (name: DialogName, label: string, isOn?: boolean): Tool => ({
    icon: name,
    label,
    on: isOn,
    use: () => open(name),
  });
  const table: Tool = {
    icon: "table",
    label: text.table,
    on: on.table,
    enabled: !on.table,
    use: () => {
      insertTable(editor);
      editor.commands.focus();
    },
  };
  const groups = [
    [heading(2, text.heading), heading(3, text.subheading), heading(4, text.minorHeading)],
    [
      tool("bold", text.bold, "Control+B", (chain) => chain.toggleBold(), { on: on.bold }),
      tool("italic", text.italic, "Control+I", (chain) => chain.toggleItalic(), { on: on.italic }),
      // A call to action is a link as a whole.
      {
        ...dialog("link", text.link, on.link),
        keys: "Control+K",
        use: () => open(on.call ? "call" : "link"),
      },
    ],
    [
      tool("bullet-list", text.bulletList, "Control+Shift+8", (chain) => chain.toggleBulletList(), {
        on: on.bulletList,
      }),
      tool(
        "ordered-list",
        text.orderedList,
        "Control+Shift+7",
        (chain) => chain.toggleOrderedList(),
        { on: on.orderedList },
      ),
      tool("quote", text.quote, "Control+Shift+B", (chain) => chain.toggleBlockquote(), {
        on: on.quote,
      }),
    ],
    has.blocks && [
      dialog("image", text.image, on.image),
      dialog("call", text.callToAction, on.call),
      dialog("book", text.book, on.book),
      table,
      tool("rule", text.rule, undefined, (chain) => chain.setHorizontalRule()),
    ],
    [
      tool("undo", text.undo, "Control+Z", (chain) => chain.undo(), { enabled: on.canUndo }),
      tool("redo", text.redo, "Control+Shift+Z", (chain) => chain.redo(), { enabled: on.canRedo }),
      ...(has.source ? [dialog("source", text.source)] : []),
    ],
    on.table && tableTools(editor),
  ];
  return groups.filter((group) => group !== false);
}

function tableTools(editor: Editor): Tool[] {
  const tool = (label: string, icon: DeskIconName, command: Parameters<typeof run>[1]): Tool => ({
    label,
    icon,
    use: () => {
      run(editor, command);
      editor.view.focus();
    },
  });
  return [
    tool(text.rowBefore, "row-before", addRowBefore),
    tool(text.rowAfter, "row-after", addRowAfter),
    tool(text.rowDelete, "row-delete", deleteRow),
    tool(text.columnBefore, "column-before", addColumnBefore),
    tool(text.columnAfter, "column-after", addColumnAfter),
    tool(text.columnDelete, "column-delete", deleteColumn),
    tool(text.headerRow, "header-row", toggleHeaderRow),
    tool(text.tableDelete, "table-delete", deleteTable),
  ];
}

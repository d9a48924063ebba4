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
  /** For tools that can be on or off at the cursor. */
  on?: boolean;
  enabled?: boolean;
  /** In the syntax of aria-keyshortcuts. */
  keys?: string;
  use: () => void;
};

/** Optional tools: blocks of the store, and the HTML source. */
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
    image: editor.isActive("picture"),
    book: editor.isActive("bookCard"),
    table: inTable(editor),
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
  };
}

export function toolsOf(
  editor: Editor,
  on: ReturnType<typeof stateOf>,
  has: Has,
  open: (name: DialogName) => void,
): Tool[][] {
  const chain = () => editor.chain().focus();
  const heading = (level: 2 | 3 | 4, label: string, isOn: boolean): Tool => ({
    label,
    letters: `H${level}`,
    on: isOn,
    keys: `Control+Alt+${level}`,
    use: () => chain().toggleHeading({ level }).run(),
  });
  const history: Tool[] = [
    {
      label: text.undo,
      icon: "undo",
      enabled: on.canUndo,
      keys: "Control+Z",
      use: () => chain().undo().run(),
    },
    {
      label: text.redo,
      icon: "redo",
      enabled: on.canRedo,
      keys: "Control+Shift+Z",
      use: () => chain().redo().run(),
    },
  ];
  const source: Tool = { label: text.source, icon: "source", use: () => open("source") };
  return [
    [
      heading(2, text.heading, on.h2),
      heading(3, text.subheading, on.h3),
      heading(4, text.minorHeading, on.h4),
    ],
    [
      {
        label: text.bold,
        icon: "bold",
        on: on.bold,
        keys: "Control+B",
        use: () => chain().toggleBold().run(),
      },
      {
        label: text.italic,
        icon: "italic",
        on: on.italic,
        keys: "Control+I",
        use: () => chain().toggleItalic().run(),
      },
      {
        label: text.link,
        icon: "link",
        on: on.link,
        keys: "Control+K",
        // A call to action is a link as a whole.
        use: () => open(on.call ? "call" : "link"),
      },
    ],
    [
      {
        label: text.bulletList,
        icon: "bullet-list",
        on: on.bulletList,
        keys: "Control+Shift+8",
        use: () => chain().toggleBulletList().run(),
      },
      {
        label: text.orderedList,
        icon: "ordered-list",
        on: on.orderedList,
        keys: "Control+Shift+7",
        use: () => chain().toggleOrderedList().run(),
      },
      {
        label: text.quote,
        icon: "quote",
        on: on.quote,
        keys: "Control+Shift+B",
        use: () => chain().toggleBlockquote().run(),
      },
    ],
    ...(has.blocks ? [blockTools(editor, on, open)] : []),
    has.source ? [...history, source] : history,
    ...(on.table ? [tableTools(editor)] : []),
  ];
}

function blockTools(
  editor: Editor,
  on: ReturnType<typeof stateOf>,
  open: (name: DialogName) => void,
): Tool[] {
  const chain = () => editor.chain().focus();
  return [
    { label: text.image, icon: "image", on: on.image, use: () => open("image") },
    { label: text.callToAction, icon: "call", on: on.call, use: () => open("call") },
    { label: text.book, icon: "book", on: on.book, use: () => open("book") },
    {
      label: text.table,
      icon: "table",
      on: on.table,
      enabled: !on.table,
      use: () => {
        insertTable(editor);
        editor.commands.focus();
      },
    },
    { label: text.rule, icon: "rule", use: () => chain().setHorizontalRule().run() },
  ];
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

// Editable tables: rows of cells. A table with a caption or a head is preserved whole instead.
import { type Editor, Extension, Node } from "@tiptap/core";
import type { Node as DocumentNode } from "@tiptap/pm/model";
import type { Command } from "@tiptap/pm/state";
import { goToNextCell, isInTable, tableEditing } from "@tiptap/pm/tables";
import { editorText as text } from "#app/et/editor.ts";
import { headerNames } from "./header-names.ts";
import { insertBlock } from "./insert.ts";

const ROLES: Record<string, string> = {
  table: "table",
  tableRow: "row",
  tableCell: "cell",
  tableHeader: "header_cell",
};

function isPlain(table: HTMLElement): boolean {
  const [body, ...others] = table.children;
  const rows = body?.localName === "tbody" ? [...body.children, ...others] : [...table.children];
  return rows.length > 0 && rows.every((row) => row.localName === "tr" && row.children.length > 0);
}

const span = (name: "colspan" | "rowspan") => ({
  default: 1,
  parseHTML: (element: HTMLElement) => Math.max(1, Number(element.getAttribute(name)) || 1),
  renderHTML: (attributes: Record<string, unknown>) =>
    attributes[name] === 1 ? {} : { [name]: attributes[name] },
});

const cell = (name: string, tag: string, attributes = {}) =>
  Node.create({
    name,
    content: "block+",
    isolating: true,
    addAttributes: () => ({ ...attributes, colspan: span("colspan"), rowspan: span("rowspan") }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });

export const TableCell = cell("tableCell", "td");
export const TableHeader = cell("tableHeader", "th", { scope: { default: null } });

export const TableRow = Node.create({
  name: "tableRow",
  content: "(tableCell | tableHeader)*",
  parseHTML: () => [{ tag: "tr" }],
  renderHTML: ({ HTMLAttributes }) => ["tr", HTMLAttributes, 0],
});

export const Table = Node.create({
  name: "table",
  group: "block",
  content: "tableRow+",
  isolating: true,
  parseHTML: () => [
    { tag: "table", priority: 60, getAttrs: (element) => (isPlain(element) ? null : false) },
  ],
  renderHTML: ({ HTMLAttributes }) => ["table", HTMLAttributes, ["tbody", 0]],
});

export const TableEditing = Extension.create({
  name: "tableEditing",
  extendNodeSchema: ({ name }) => (ROLES[name] ? { tableRole: ROLES[name] } : {}),
  // In the last cell the Tab key leaves the editor.
  addKeyboardShortcuts() {
    const go = (by: 1 | -1) => () => run(this.editor, goToNextCell(by));
    return { Tab: go(1), "Shift-Tab": go(-1) };
  },
  addProseMirrorPlugins: () => [tableEditing({ allowTableNodeSelection: true }), headerNames()],
});

export function run(editor: Editor, command: Command): boolean {
  return command(editor.state, editor.view.dispatch);
}

export const inTable = (editor: Editor) => isInTable(editor.state);

const SIZE = 3;

/** The columns have names for screen readers. The first name is selected, to be replaced. */
export function insertTable(editor: Editor): void {
  const { schema } = editor.state;
  const make = (name: string, content: DocumentNode | DocumentNode[] | null, attributes = {}) =>
    schema.nodes[name]?.createAndFill(attributes, content) as DocumentNode;
  const times = (each: (number: number) => DocumentNode) =>
    Array.from({ length: SIZE }, (_, index) => each(index + 1));
  const named = (number: number) => make("paragraph", schema.text(text.column(number)));
  const header = make(
    "tableRow",
    times((number) => make("tableHeader", named(number), { scope: "col" })),
  );
  const row = () =>
    make(
      "tableRow",
      times(() => make("tableCell", null)),
    );
  insertBlock(editor, make("table", [header, row(), row()]));
  const { from } = editor.state.selection;
  editor.commands.setTextSelection({ from, to: from + text.column(1).length });
}

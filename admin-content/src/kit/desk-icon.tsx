// Icons of the desk's own sprite. They are decoration: the control has the name.

export type DeskIconName =
  | "bold"
  | "italic"
  | "bullet-list"
  | "ordered-list"
  | "quote"
  | "link"
  | "undo"
  | "redo"
  | "up"
  | "down"
  | "remove"
  | "grip"
  | "image"
  | "call"
  | "book"
  | "rule"
  | "table"
  | "source"
  | "row-before"
  | "row-after"
  | "row-delete"
  | "column-before"
  | "column-after"
  | "column-delete"
  | "header-row"
  | "table-delete";

export function DeskIcon({ name }: { name: DeskIconName }) {
  return (
    <svg className="icon" aria-hidden="true" focusable="false">
      <use href={`/toimetus/icons.svg#${name}`} />
    </svg>
  );
}

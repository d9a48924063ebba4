// Pictures of the desk's own sprite. Always decoration: the control itself has the name.

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
  | "remove";

export function DeskIcon({ name }: { name: DeskIconName }) {
  return (
    <svg className="icon" aria-hidden="true" focusable="false">
      <use href={`/toimetus/icons.svg#${name}`} />
    </svg>
  );
}

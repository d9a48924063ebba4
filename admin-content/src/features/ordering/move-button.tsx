// Ordering by buttons: focus stays with what moves, also when the list is drawn anew.
import { type RefObject, useEffect, useState } from "react";
import { DeskIcon, type DeskIconName } from "#app/editor/desk-icon.tsx";

export function MoveButton({
  icon,
  name,
  label,
  disabled = false,
  onClick,
}: {
  icon: DeskIconName;
  /** Unlike any other in the list; the focus is given by it. */
  name: string;
  label: string;
  disabled?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className="icon-button"
      data-name={name}
      aria-label={label}
      title={label}
      // Keeps focus at either end of the list.
      aria-disabled={disabled || undefined}
      onClick={() => disabled || onClick()}
    >
      <DeskIcon name={icon} />
    </button>
  );
}

/** Gives the focus to what has the name (data-name) within `box`, after the next drawing. */
export function useNextFocus(box: RefObject<HTMLElement | null>): (name: string) => void {
  const [next, setNext] = useState<string | null>(null);
  useEffect(() => {
    if (next === null) return;
    box.current?.querySelector<HTMLElement>(`[data-name="${next}"]`)?.focus();
    setNext(null);
  }, [next, box]);
  return setNext;
}

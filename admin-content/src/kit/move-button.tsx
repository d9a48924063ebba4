// Ordering by buttons: focus stays with what moves, also when the list is drawn anew.
import { type RefObject, useEffect, useState } from "react";
import { DeskIcon, type DeskIconName } from "./desk-icon.tsx";

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

/** One place up and one down; the button at the end of the list does nothing. */
export function MoveButtons({
  id,
  up,
  down,
  isFirst,
  isLast,
  onMove,
}: {
  /** Their names are `up-` and `down-` with it. */
  id: string | number;
  up: string;
  down: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
}) {
  return (
    <>
      <MoveButton
        icon="up"
        name={`up-${id}`}
        label={up}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      />
      <MoveButton
        icon="down"
        name={`down-${id}`}
        label={down}
        disabled={isLast}
        onClick={() => onMove(1)}
      />
    </>
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

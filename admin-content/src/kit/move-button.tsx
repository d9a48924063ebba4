// Buttons that move an item of a list. The focus stays on the button when the list is rendered again.
import { type RefObject, useEffect, useState } from "react";
import { DeskIcon, type DeskIconName } from "./desk-icon.tsx";

type MoveButtonProps = {
  icon: DeskIconName;
  /** Unique in the list; `useNextFocus` finds the button by it. */
  name: string;
  label: string;
  disabled?: boolean;
  onClick: () => void;
};

export function MoveButton({ icon, name, label, disabled = false, onClick }: MoveButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      data-name={name}
      aria-label={label}
      title={label}
      // Not `disabled`: the focus stays at the end of the list.
      aria-disabled={disabled || undefined}
      onClick={() => disabled || onClick()}
    >
      <DeskIcon name={icon} />
    </button>
  );
}

type MoveButtonsProps = {
  /** The names are `up-${id}` and `down-${id}`. */
  id: string | number;
  up: string;
  down: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
};

export function MoveButtons({ id, up, down, isFirst, isLast, onMove }: MoveButtonsProps) {
  return (
    <>
      <MoveButton
        {...{ icon: "up", name: `up-${id}`, label: up, disabled: isFirst }}
        onClick={() => onMove(-1)}
      />
      <MoveButton
        {...{ icon: "down", name: `down-${id}`, label: down, disabled: isLast }}
        onClick={() => onMove(1)}
      />
    </>
  );
}

/** Returns a function that focuses an element within `box` by its data-name, after the next rendering. */
export function useNextFocus(box: RefObject<HTMLElement | null>): (name: string) => void {
  const [next, setNext] = useState<string | null>(null);
  useEffect(() => {
    if (next === null) return;
    box.current?.querySelector<HTMLElement>(`[data-name="${next}"]`)?.focus();
    setNext(null);
  }, [next, box]);
  return setNext;
}

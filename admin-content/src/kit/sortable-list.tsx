// A list that is ordered by dragging or by buttons. The focus stays on what moves, and each move is announced.
import { type ReactNode, type RefObject, useCallback, useState } from "react";
import { strings as texts } from "#app/et/strings.ts";
import { DragItem } from "./drag-item.tsx";
import { MoveButtons, useNextFocus } from "./move-button.tsx";
import { movedBy, placed } from "./places.ts";

type Strings = { up: (title: string) => string; down: (title: string) => string };

export function SortableList<Item extends { id: string; title: string }>({
  box,
  list,
  items,
  strings,
  className = "",
  children,
  buttons,
  onOrder,
}: {
  box: RefObject<HTMLElement | null>;
  /** Names the list: items are not dragged to another one. */
  list: string;
  items: Item[];
  strings: Strings;
  className?: string;
  children: (item: Item) => ReactNode;
  buttons?: (item: Item) => ReactNode;
  onOrder: (order: Item[]) => void;
}) {
  const [announcement, setAnnouncement] = useState("");
  const focusNext = useNextFocus(box);
  const change = useCallback(
    (order: Item[], moved: Item | undefined) => {
      if (!moved) return;
      onOrder(order);
      const place = order.indexOf(moved) + 1;
      setAnnouncement(texts.common.moved(moved.title, place, order.length));
    },
    [onOrder],
  );
  const move = (item: Item, by: -1 | 1) => {
    const order = movedBy(items, item, by);
    if (order === items) return;
    change(order, item);
    focusNext(`${by < 0 ? "up" : "down"}-${item.id}`);
  };
  const drag = useCallback(
    (id: string, to: number) => {
      const order = placed(items, id, to);
      change(order, order[to]);
    },
    [items, change],
  );
  return (
    <>
      <ol className={`desk-rows desk-sortable ${className}`}>
        {items.map((item, index) => (
          <DragItem
            key={item.id}
            list={list}
            id={item.id}
            index={index}
            className="desk-row desk-picked"
            onMove={drag}
          >
            <span className="desk-picked__book">{children(item)}</span>
            <span className="desk-icon-buttons">
              <MoveButtons
                id={item.id}
                up={strings.up(item.title)}
                down={strings.down(item.title)}
                isFirst={index === 0}
                isLast={index === items.length - 1}
                onMove={(by) => move(item, by)}
              />
              {buttons?.(item)}
            </span>
          </DragItem>
        ))}
      </ol>
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
    </>
  );
}

// An item that is moved by dragging. Keyboard users move it with the buttons next to it.
import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import {
  draggable,
  dropTargetForElements,
} from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import {
  attachClosestEdge,
  type Edge,
  extractClosestEdge,
} from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge";
import { getReorderDestinationIndex } from "@atlaskit/pragmatic-drag-and-drop-hitbox/util/get-reorder-destination-index";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { DeskIcon } from "./desk-icon.tsx";

type Props = {
  list: string;
  id: string;
  index: number;
  className: string;
  onMove: (id: string, to: number) => void;
  children: ReactNode;
};

/** A list item that the user drags by its grip within `list`. */
export function DragItem({ list, id, index, className, onMove, children }: Props) {
  const item = useRef<HTMLLIElement>(null);
  const grip = useRef<HTMLSpanElement>(null);
  const [edge, setEdge] = useState<Edge | null>(null);
  const [dragged, setDragged] = useState(false);
  useEffect(() => {
    const [element, dragHandle] = [item.current, grip.current];
    if (!element || !dragHandle) return;
    return combine(
      draggable({
        element,
        dragHandle,
        getInitialData: () => ({ list, id, index }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.list === list,
        getData: ({ input }) =>
          attachClosestEdge({}, { element, input, allowedEdges: ["top", "bottom"] }),
        onDrag: ({ self, source }) =>
          setEdge(source.data.id === id ? null : extractClosestEdge(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: ({ self, source }) => {
          setEdge(null);
          const startIndex = source.data.index as number;
          const to = getReorderDestinationIndex({
            startIndex,
            indexOfTarget: index,
            closestEdgeOfTarget: extractClosestEdge(self.data),
            axis: "vertical",
          });
          if (to !== startIndex) onMove(source.data.id as string, to);
        },
      }),
    );
  }, [list, id, index, onMove]);
  return (
    <li ref={item} className={className} data-drop={edge ?? undefined} data-dragged={dragged}>
      <span className="desk-grip" ref={grip} aria-hidden="true">
        <DeskIcon name="grip" />
      </span>
      {children}
    </li>
  );
}

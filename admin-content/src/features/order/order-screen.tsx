// In what order readers see the rows of the home page, or the pages of the footer. Each move is seen at once.
import { useCallback, useRef, useState } from "react";
import { Link } from "react-router";
import { Icon } from "storefront/kit/icon.tsx";
import { toast } from "storefront/kit/toast.tsx";
import { listDocuments, orderDocuments } from "#app/api/documents.ts";
import type { DocumentSummary } from "#app/api/types.ts";
import { failureOf } from "#app/et/failure.ts";
import { orderStrings as text } from "#app/et/order.ts";
import { strings } from "#app/et/strings.ts";
import { DragItem } from "#app/kit/drag-item.tsx";
import { MoveButtons, useNextFocus } from "#app/kit/move-button.tsx";
import { movedBy, placed } from "#app/kit/places.ts";
import { StatusBadge } from "#app/kit/status-badge.tsx";
import { useQueue } from "#app/kit/use-queue.ts";
import { type OrderedKind, paths } from "#app/paths.ts";
import { withLogin } from "#app/session/with-login.ts";

export function OrderScreen({
  kind,
  items: loaded,
}: {
  kind: OrderedKind;
  items: DocumentSummary[];
}) {
  const [items, setItems] = useState(loaded);
  const [said, setSaid] = useState("");
  const box = useRef<HTMLOListElement>(null);
  const focusNext = useNextFocus(box);
  const queue = useQueue();

  const write = useCallback(
    (order: DocumentSummary[], moved: DocumentSummary) => {
      setItems(order);
      setSaid(text.moved(moved.title, order.indexOf(moved) + 1, order.length));
      queue(async () => {
        try {
          await withLogin(() =>
            orderDocuments(
              kind,
              order.map(({ id }) => id),
            ),
          );
        } catch (error) {
          toast(failureOf(error, text.failed), { kind: "danger" });
          // What the store has is shown again; without it the order on the screen stays.
          const isHere = (item: DocumentSummary) =>
            item.kind === kind && item.status !== "archived";
          await listDocuments().then(
            (all) => setItems(all.filter(isHere)),
            () => {},
          );
        }
      });
    },
    [kind, queue],
  );
  const move = (item: DocumentSummary, by: -1 | 1) => {
    const order = movedBy(items, item, by);
    if (order === items) return;
    write(order, item);
    focusNext(`${by < 0 ? "up" : "down"}-${item.id}`);
  };
  const drag = useCallback(
    (id: string, to: number) => {
      const order = placed(items, id, to);
      const item = order[to];
      if (item) write(order, item);
    },
    [items, write],
  );

  return (
    <div className="column column--narrow">
      <title>{`${text.title[kind]} | ${strings.common.product}`}</title>
      <Link className="desk-back" to={paths.documents}>
        <Icon name="arrow-left" />
        {strings.common.allItems}
      </Link>
      <h1>{text.title[kind]}</h1>
      <p className="desk-lead">{text.lead[kind]}</p>
      <ol className="desk-rows desk-picker__books desk-gap-4" ref={box}>
        {items.map((item, index) => (
          <DragItem
            key={item.id}
            list="order"
            id={item.id}
            index={index}
            className="desk-row desk-picked"
            onMove={drag}
          >
            <span className="desk-picked__book">
              <span className="desk-names">
                <Link className="desk-strong" to={paths.document(item.id)}>
                  {item.title}
                </Link>
                <StatusBadge status={item.status} />
              </span>
            </span>
            <span className="desk-icon-buttons">
              <MoveButtons
                id={item.id}
                up={text.up(item.title)}
                down={text.down(item.title)}
                isFirst={index === 0}
                isLast={index === items.length - 1}
                onMove={(by) => move(item, by)}
              />
            </span>
          </DragItem>
        ))}
      </ol>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
    </div>
  );
}

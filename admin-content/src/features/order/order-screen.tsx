// The order of the rows on the home page, or of the pages in the footer. Each move is public at once.
import { useCallback, useRef, useState } from "react";
import { Link } from "react-router";
import { api } from "storefront/api/client.ts";
import { toast } from "storefront/kit/toast.tsx";
import { listDocuments } from "#app/api/calls.ts";
import type { DocumentSummary } from "#app/api/types.ts";
import { failureOf } from "#app/et/failure.ts";
import { orderStrings as text } from "#app/et/order.ts";
import { strings } from "#app/et/strings.ts";
import { BackLink, ScreenHead } from "#app/kit/screen-head.tsx";
import { SortableList } from "#app/kit/sortable-list.tsx";
import { StatusBadge } from "#app/kit/status-badge.tsx";
import { useQueue } from "#app/kit/use-queue.ts";
import { type OrderedKind, paths } from "#app/paths.ts";
import { withLogin } from "#app/session/with-login.ts";

type Props = { kind: OrderedKind; documents: DocumentSummary[] };

export function OrderScreen({ kind, documents: loaded }: Props) {
  const [documents, setDocuments] = useState(loaded);
  const box = useRef<HTMLElement>(null);
  const queue = useQueue();

  const write = useCallback(
    (order: DocumentSummary[]) => {
      const ids = order.map(({ id }) => id);
      setDocuments(order);
      queue(async () => {
        try {
          await withLogin(() => api("PUT /desk/order/{kind}", { path: { kind }, body: { ids } }));
        } catch (error) {
          toast(failureOf(error, text.failed), { kind: "danger" });
          // Shows the server's order again, if it can be loaded.
          const isListed = (each: DocumentSummary) =>
            each.kind === kind && each.status !== "archived";
          await listDocuments().then(
            (all) => setDocuments(all.filter(isListed)),
            () => {},
          );
        }
      });
    },
    [kind, queue],
  );
  return (
    <div className="column column--narrow">
      <BackLink to={paths.documents}>{strings.common.allDocuments}</BackLink>
      <ScreenHead title={text.title[kind]} lead={text.lead[kind]} />
      <section ref={box}>
        <SortableList
          box={box}
          list="order"
          items={documents}
          strings={text}
          className="desk-gap-4"
          onOrder={write}
        >
          {(document) => (
            <span className="desk-names">
              <Link className="desk-strong" to={paths.document(document.id)}>
                {document.title}
              </Link>
              <StatusBadge status={document.status} />
            </span>
          )}
        </SortableList>
      </section>
    </div>
  );
}

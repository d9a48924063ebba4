// The lazy route of an order: of the rows on the home page, or of the pages in the footer.

import { useLoaderData } from "react-router";
import { listDocuments } from "#app/api/calls.ts";
import type { DocumentSummary } from "#app/api/types.ts";
import { type OrderedKind, orderedKind } from "#app/paths.ts";
import { guarded } from "#app/session/guard.ts";
import { OrderScreen } from "./order-screen.tsx";

export const loader = guarded(async ({ params: { what = "" }, request: { signal } }) => {
  const kind = orderedKind(what);
  if (!kind) throw new Response(null, { status: 404 });
  const documents = await listDocuments(signal);
  const listed = documents.filter((each) => each.kind === kind && each.status !== "archived");
  return { kind, documents: listed };
});

export function Component() {
  const { kind, documents } = useLoaderData<{ kind: OrderedKind; documents: DocumentSummary[] }>();
  return <OrderScreen key={kind} kind={kind} documents={documents} />;
}

import { useLoaderData, useSearchParams } from "react-router";
import { incidentStrings as text } from "#app/et/operator/incidents.ts";
import { focusSoon } from "#app/kit/focus.ts";
import { ScreenHead } from "#app/kit/screen-head.tsx";
import type { listIncidents } from "#app/operator/calls.ts";
import { IncidentCard } from "#app/operator/incident-card.tsx";
import { FilterLinks, Paging } from "#app/operator/paging.tsx";
import { FILTER } from "#app/operator/query.ts";

const LIST = "op-incidents";
const FILTERS = [
  { value: "open", label: text.open },
  { value: "resolved", label: text.resolved },
];

export function IncidentsScreen() {
  const { incidents, hasMore } = useLoaderData<Awaited<ReturnType<typeof listIncidents>>>();
  const [query] = useSearchParams();
  const isResolved = query.get(FILTER) === "resolved";
  return (
    <div className="column">
      <ScreenHead title={text.title} lead={text.lead} />
      <FilterLinks options={FILTERS} />
      <div className="op-cards" id={LIST} tabIndex={-1}>
        {incidents.length === 0 && (
          <p className="desk-note">{isResolved ? text.noneResolved : text.none}</p>
        )}
        {incidents.map((incident) => (
          <IncidentCard key={incident.id} incident={incident} onResolved={() => focusSoon(LIST)} />
        ))}
      </div>
      <Paging hasMore={hasMore} />
    </div>
  );
}

// An incident: what happened, whom it concerns, and the ways to resolve it.
import { useState } from "react";
import { euro } from "storefront/et/format.ts";
import { Button } from "storefront/kit/button.tsx";
import { operatorStrings as common } from "#app/et/operator/common.ts";
import {
  incidentKinds,
  proposalReasons,
  proposals,
  proposalTexts,
  refundProposal,
  incidentStrings as text,
} from "#app/et/operator/incidents.ts";
import { moment } from "#app/et/time.ts";
import { carryOutProposal, resolveIncident } from "./calls.ts";
import { PersonLink } from "./listing.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import type { Incident } from "./types.ts";

type Props = {
  incident: Incident;
  /** Without the person, on the person's own screen. */
  hidesPerson?: boolean;
  /** Of its heading. */
  level?: 2 | 3;
  /** Called when the screen no longer shows the incident as open. */
  onResolved: () => void;
};

export function IncidentCard({ incident, hidesPerson = false, level = 2, onResolved }: Props) {
  const [asking, setAsking] = useState<"proposal" | "otherwise" | null>(null);
  const { id, kind, proposal, amount, number, transactionId, userId, email, resolvedAt } = incident;
  const words = incidentKinds[kind] ?? { title: kind, text: "" };
  const proposed = proposalOf(incident);
  const Heading = `h${level}` as const;
  const close = () => setAsking(null);
  const facts = [number, amount === null ? null : euro(amount), transactionId].filter(Boolean);
  return (
    <article className="op-card">
      <Heading className="desk-title-3">{words.title}</Heading>
      <p>{words.text}</p>
      <p className="op-facts">
        {!hidesPerson &&
          (userId && email ? <PersonLink userId={userId} email={email} /> : common.noPerson)}
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
        <span className="desk-muted">{moment(incident.createdAt)}</span>
      </p>
      <details className="op-detail">
        <summary>{common.detail}</summary>
        <p lang="en">{incident.detail}</p>
      </details>
      {resolvedAt ? (
        <p className="desk-note">{text.resolvedAt(moment(resolvedAt))}</p>
      ) : (
        <div className="desk-buttons">
          <Button look="primary" onClick={() => setAsking("proposal")}>
            {proposed}
          </Button>
          {proposal !== "accept" && (
            <Button onClick={() => setAsking("otherwise")}>{text.otherwise}</Button>
          )}
        </div>
      )}
      {asking === "proposal" && (
        <ReasonDialog
          title={words.title}
          submit={proposed}
          lead={proposalTexts[proposal]}
          reason={proposalReasons[proposal]}
          send={(reason) => carryOutProposal(id, reason)}
          done={(now) => (now.resolvedAt ? text.wasResolved : text.wasRetried)}
          onDone={onResolved}
          onClose={close}
        />
      )}
      {asking === "otherwise" && (
        <ReasonDialog
          title={text.otherwiseTitle}
          submit={text.resolve}
          lead={text.otherwiseText}
          reason=""
          send={(reason) => resolveIncident(id, reason)}
          done={() => text.wasResolved}
          onDone={onResolved}
          onClose={close}
        />
      )}
    </article>
  );
}

function proposalOf({ proposal, amount }: Incident): string {
  if (proposal !== "refund") return proposals[proposal];
  return refundProposal(amount === null ? "" : euro(amount));
}

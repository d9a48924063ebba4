// All that the store knows of one person's money and access.
import type { ReactNode } from "react";
import { useLoaderData } from "react-router";
import { dayText } from "#app/et/day.ts";
import { personStrings as text } from "#app/et/operator/person.ts";
import { roles, word } from "#app/et/operator/words.ts";
import { moment } from "#app/et/time.ts";
import { focusSoon } from "#app/kit/focus.ts";
import { BackLink, ScreenHead } from "#app/kit/screen-head.tsx";
import { IncidentCard } from "#app/operator/incident-card.tsx";
import { operatorPaths } from "#app/operator/paths.ts";
import type { Person } from "#app/operator/types.ts";
import { Emails } from "./emails.tsx";
import { Orders } from "./orders.tsx";
import { Part } from "./part.tsx";
import { Payments, Transactions } from "./payments.tsx";
import { Receipts } from "./receipts.tsx";
import { SubscriptionPart } from "./subscription.tsx";
import { Timeline } from "./timeline.tsx";

const INCIDENTS = "op-incidents";

export function PersonScreen() {
  const person = useLoaderData<Person>();
  const name = `${person.firstName} ${person.lastName}`.trim();
  return (
    <div className="column" key={person.id}>
      <BackLink to={operatorPaths.people}>{text.back}</BackLink>
      <ScreenHead title={name || person.email} lead={name ? person.email : undefined} />
      <Account person={person} />
      <div className="op-person">
        <div className="op-person__main">
          {person.incidents.length > 0 && (
            <Part title={text.incidents} id={INCIDENTS}>
              <div className="op-cards">
                {person.incidents.map((incident) => (
                  <IncidentCard
                    key={incident.id}
                    incident={incident}
                    level={3}
                    hidesPerson
                    onResolved={() => focusSoon(EVENTS)}
                  />
                ))}
              </div>
            </Part>
          )}
          <SubscriptionPart person={person} />
          <Orders person={person} />
          <Payments person={person} />
          <Transactions person={person} />
          <Receipts receipts={person.receipts} />
          <Emails emails={person.emails} />
        </div>
        <Timeline person={person} id={EVENTS} />
      </div>
    </div>
  );
}

const EVENTS = "op-events";

function Account({ person }: { person: Person }) {
  const facts: [string, ReactNode][] = [
    [text.role, word(roles, person.role)],
    [text.since, dayText(person.createdAt)],
    [text.verified, person.emailVerifiedAt ? dayText(person.emailVerifiedAt) : text.unverified],
    [text.lastLogin, person.lastLoginAt ? moment(person.lastLoginAt) : text.never],
  ];
  return (
    <dl className="op-terms op-terms--row" aria-label={text.account}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

import { type ReactNode, useState } from "react";
import { euro } from "storefront/et/format.ts";
import { Button } from "storefront/kit/button.tsx";
import { dayText, plainDay } from "#app/et/day.ts";
import { type ChangeKind, changeWords } from "#app/et/operator/changes.ts";
import { personStrings } from "#app/et/operator/person.ts";
import { periodSources, plans, subscriptionStatuses, word } from "#app/et/operator/words.ts";
import { Status } from "#app/operator/status.tsx";
import type { Person, PersonSubscription } from "#app/operator/types.ts";
import { Part } from "./part.tsx";
import { SubscriptionDialog } from "./subscription-dialog.tsx";

const text = personStrings.subscription;

export function SubscriptionPart({ person }: { person: Person }) {
  const { subscription } = person;
  const [asking, setAsking] = useState<ChangeKind | null>(null);
  return (
    <Part title={text.title}>
      {subscription ? (
        <Facts subscription={subscription} />
      ) : (
        <p className="desk-note">{text.none}</p>
      )}
      <fieldset className="op-actions">
        <legend className="visually-hidden">{text.actions}</legend>
        {changesOf(subscription).map((kind) => (
          <Button
            key={kind}
            size="small"
            look={kind === "end-now" ? "danger" : "secondary"}
            onClick={() => setAsking(kind)}
          >
            {changeWords[kind].action}
          </Button>
        ))}
      </fieldset>
      {asking && (
        <SubscriptionDialog kind={asking} person={person} onClose={() => setAsking(null)} />
      )}
    </Part>
  );
}

/** The changes that the API accepts in this state. */
export function changesOf(subscription: PersonSubscription | null): ChangeKind[] {
  const isActive =
    subscription && subscription.status !== "ended" && subscription.status !== "none";
  if (!isActive) return ["give-months"];
  const renewing: ChangeKind[] = subscription.renews ? ["move-renewal"] : [];
  const stopping: ChangeKind[] = subscription.renews ? ["end-at-period-end"] : [];
  return [
    "extend",
    "give-months",
    ...renewing,
    "change-plan",
    ...(subscription.renews ? (["change-next-plan"] as const) : []),
    ...stopping,
    "end-now",
  ];
}

function Facts({ subscription }: { subscription: PersonSubscription }) {
  const { status, plan, nextPlan, renewsAt, nextAmount, paidUntil, expiresAt } = subscription;
  const planText = word(plans, plan);
  const facts: [string, ReactNode][] = [
    [text.status, <Status key="" state={status} label={word(subscriptionStatuses, status)} />],
    [
      text.plan,
      nextPlan === plan || !subscription.renews
        ? planText
        : `${planText}, ${text.nextPlan(word(plans, nextPlan))}`,
    ],
    [text.paidUntil, dayText(paidUntil)],
    ...(expiresAt === paidUntil
      ? []
      : [[text.expiresAt, dayText(expiresAt)] satisfies [string, ReactNode]]),
    [
      text.next,
      renewsAt && nextAmount !== null
        ? text.nextCharge(euro(nextAmount), dayText(renewsAt))
        : text.noNext,
    ],
    [text.card, cardText(subscription)],
    ...(subscription.discountPercent > 0
      ? [[text.discount, text.percent(subscription.discountPercent)] satisfies [string, ReactNode]]
      : []),
    ...(subscription.failedAttempts > 0
      ? [[text.failed, subscription.failedAttempts] satisfies [string, ReactNode]]
      : []),
    ...(subscription.trialUsedAt
      ? [[text.trialUsed, dayText(subscription.trialUsedAt)] satisfies [string, ReactNode]]
      : []),
  ];
  return (
    <>
      <dl className="op-terms">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <details className="op-detail">
        <summary>{text.periods(subscription.periods.length)}</summary>
        <ul className="op-lines">
          {subscription.periods.toReversed().map(({ plan, source, startsAt, endsAt }) => (
            <li key={startsAt}>
              <span>{text.period(dayText(startsAt), dayText(endsAt))}</span>
              <span className="desk-muted">
                {word(plans, plan)}, {word(periodSources, source).toLowerCase()}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

function cardText({ hasCard, cardValidUntil }: PersonSubscription): string {
  if (!hasCard) return text.noCard;
  return cardValidUntil ? text.cardUntil(plainDay(cardValidUntil)) : text.hasCard;
}

// /paketiost: the plans, their price for this person, and the links to the payment.
import { Link } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import type { Config, Plan, Subscription } from "#app/api/types.ts";
import { memberPrice } from "#app/catalogue/price.ts";
import { date, euro } from "#app/et/format.ts";
import { planStrings } from "#app/et/screens/subscription.ts";
import { shared, strings } from "#app/et/strings.ts";
import { LinkButton } from "#app/kit/button.tsx";
import { Icon } from "#app/kit/icon.tsx";
import { PageHead } from "#app/kit/page-head.tsx";
import { Price } from "#app/kit/price.tsx";
import { payPath } from "./pay-path.ts";
import { routeParam } from "./route-token.ts";

const text = planStrings;

export type Choice = {
  /** The active subscription; null when a plan may be chosen. */
  running: { plan: Plan | null; expiresAt: string } | null;
  trial: boolean;
  /** Percent off by the activated code. */
  discount: number;
};

/** Without GET /subscription every plan is offered, and the server decides. */
export function choiceOf(subscription: Subscription | null, discount: number): Choice {
  const { status, expiresAt, subscriptionType } = subscription ?? {};
  const runs = status !== undefined && status !== "none" && status !== "ended" && expiresAt;
  return {
    running: runs ? { plan: subscriptionType ?? null, expiresAt } : null,
    trial: subscription?.trialAvailable ?? true,
    discount,
  };
}

export function PlansScreen({ choice, plans }: { choice: Choice; plans: Config["packages"] }) {
  return (
    <div className="choice column column--narrow">
      <PageHead title={`${text.title} | ${shared.productName}`} noindex />
      <h1>{text.title}</h1>
      {choice.running ? <Running {...choice.running} /> : <Offers choice={choice} plans={plans} />}
    </div>
  );
}

function Running({ plan, expiresAt }: NonNullable<Choice["running"]>) {
  return (
    <div className="notice">
      <Icon name="check" />
      <div>
        <p>
          <strong>{text.haveTitle}</strong>
        </p>
        <p>{text.have(plan, date(expiresAt))}</p>
        <p className="notice__actions">
          <LinkButton look="primary" to={paths.changePlan(routeParam())}>
            {text.change}
          </LinkButton>
          <LinkButton to={paths.account}>{text.account}</LinkButton>
        </p>
      </div>
    </div>
  );
}

function Offers({ choice, plans }: { choice: Choice; plans: Config["packages"] }) {
  const { trial, discount } = choice;
  return (
    <>
      <p className="choice__lead">{text.lead}</p>
      {discount > 0 && (
        <p className="choice__discount">
          <Icon name="tag" />
          {text.discount(discount)}
        </p>
      )}
      <ul className="plans">
        {plans.map(({ type, price, listeningHours }) => {
          const now = memberPrice(price, discount);
          const endpoint = trial ? "start-trial" : "checkout-subscription";
          return (
            <li key={type} className="plan">
              <h2 className="plan__name">
                {listeningHours === null ? shared.planUnlimited : shared.planLimited}
              </h2>
              <p className="plan__price">
                <span className="plan__amount">
                  <Price
                    text={euro(now)}
                    was={now < price ? euro(price) : undefined}
                    wasLabel={strings.catalogue.ordinaryPrice}
                  />
                </span>
                {shared.perMonth}
              </p>
              <p className="plan__hours">
                <Icon name={listeningHours === null ? "infinity" : "clock"} />
                {listeningHours === null
                  ? shared.hoursUnlimited
                  : `${listeningHours} ${shared.hoursAMonth}`}
              </p>
              {trial && <p className="plan__trial">{text.trialTerms(euro(now))}</p>}
              <LinkButton
                look="primary"
                size="large"
                wide
                className="plan__choose"
                to={payPath(endpoint, type)}
                aria-label={trial ? text.trial(type) : text.joinPlan(type)}
              >
                {trial ? text.trialOffer : text.join}
              </LinkButton>
            </li>
          );
        })}
      </ul>
      <p className="choice__terms">{text.terms}</p>
      <p className="choice__terms">
        {text.haveCode} <Link to={paths.giftCard}>{text.giftCard}</Link>
        {" · "}
        <Link to={paths.discountCode}>{text.discountCode}</Link>
      </p>
    </>
  );
}

import { Link } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import type { Config, Plan, Subscription } from "#app/api/types.ts";
import { PlanCard } from "#app/catalogue/plans/plan-card.tsx";
import { memberPrice } from "#app/catalogue/price.ts";
import { date, euro } from "#app/et/format.ts";
import { planStrings as text } from "#app/et/screens/subscription.ts";
import { strings } from "#app/et/strings.ts";
import { LinkButton } from "#app/kit/button.tsx";
import { Notice } from "#app/kit/feedback/notice.tsx";
import { Icon } from "#app/kit/icon.tsx";
import { Price } from "#app/kit/price.tsx";
import { Screen } from "#app/layout/screen/screen.tsx";
import type { SubscriptionDiscount } from "#app/subscription/api.ts";
import { payPath } from "./pay-path.ts";
import { routeParam } from "./route-token.ts";

export type Choice = {
  /** The active subscription; null when a plan may be chosen. */
  running: { plan: Plan | null; expiresAt: string } | null;
  trial: boolean;
  discount: SubscriptionDiscount;
};

/** Without GET /subscription every plan is offered, and the server decides. */
export function choiceOf(
  subscription: Subscription | null,
  discount: SubscriptionDiscount,
): Choice {
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
    <Screen title={text.choosePlan} narrow>
      <h1>{text.choosePlan}</h1>
      {choice.running ? <Running {...choice.running} /> : <Offers choice={choice} plans={plans} />}
    </Screen>
  );
}

function Running({ plan, expiresAt }: NonNullable<Choice["running"]>) {
  return (
    <Notice
      icon="check"
      title={text.haveTitle}
      actions={
        <>
          <LinkButton look="primary" to={paths.changePlan(routeParam())}>
            {text.changePlan}
          </LinkButton>
          <LinkButton to={paths.account}>{text.account}</LinkButton>
        </>
      }
    >
      <p>{text.have(plan, date(expiresAt))}</p>
    </Notice>
  );
}

function Offers({ choice, plans }: { choice: Choice; plans: Config["packages"] }) {
  const { trial } = choice;
  const { discountPercentage: percent, discountedPayments: payments = null } = choice.discount;
  return (
    <>
      <p className="lead">{text.lead}</p>
      {percent > 0 && (
        <p className="choice__good-news with-icon">
          <Icon name="tag" />
          {text.discount(percent)}
        </p>
      )}
      <ul className="plans">
        {plans.map((plan) => {
          const now = memberPrice(plan.price, percent);
          const monthly = text.monthly(
            euro(plan.price),
            percent > 0 ? { price: euro(now), payments } : null,
          );
          const was = now < plan.price ? euro(plan.price) : undefined;
          return (
            <PlanCard
              key={plan.type}
              plan={plan}
              level={2}
              price={
                <Price text={euro(now)} was={was} wasLabel={strings.catalogue.ordinaryPrice} />
              }
            >
              {trial ? (
                <p className="muted">{text.trialTerms(monthly)}</p>
              ) : (
                percent > 0 &&
                payments !== null && <p className="muted">{text.joinTerms(monthly)}</p>
              )}
              <LinkButton
                look="primary"
                size="large"
                wide
                className="plan__choose"
                to={payPath(trial ? "start-trial" : "checkout-subscription", plan.type)}
                aria-label={trial ? text.trial(plan.type) : text.joinPlan(plan.type)}
              >
                {trial ? text.trialOffer : text.join}
              </LinkButton>
            </PlanCard>
          );
        })}
      </ul>
      <p className="note">{text.terms}</p>
      <p className="note">
        {text.haveCode} <Link to={paths.giftCard}>{text.activateGift}</Link>
        {" · "}
        <Link to={paths.discountCode}>{text.activateDiscount}</Link>
      </p>
    </>
  );
}

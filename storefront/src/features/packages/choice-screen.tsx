// /paketiost: the packages, what they cost this person, and the way to pay.
import { Link } from "react-router";
import type { Config, PackageType, Subscription } from "#app/api/types.ts";
import { date, euro } from "#app/et/format.ts";
import { packageStrings } from "#app/et/packages.ts";
import { shared, strings } from "#app/et/strings.ts";
import { memberPrice } from "#app/features/catalogue/price.ts";
import { LinkButton } from "#app/kit/button.tsx";
import { Icon } from "#app/kit/icon.tsx";
import { PageHead } from "#app/kit/page-head.tsx";
import { Price } from "#app/kit/price.tsx";
import { paths } from "#app/paths.ts";
import { payPath } from "./pay-path.ts";
import { routeParam } from "./route-token.ts";

const text = packageStrings;

export type Choice = {
  /** Of an active package; null where one may be chosen. */
  running: { kind: PackageType | null; expiresAt: string } | null;
  trial: boolean;
  /** Percent off by the activated code. */
  discount: number;
};

/** What GET /subscription makes of the choice; without it everything is offered, and the server decides. */
export function choiceOf(subscription: Subscription | null, discount: number): Choice {
  const { status, expiresAt, subscriptionType } = subscription ?? {};
  const runs = status !== undefined && status !== "none" && status !== "ended" && expiresAt;
  return {
    running: runs ? { kind: subscriptionType ?? null, expiresAt } : null,
    trial: subscription?.trialAvailable ?? true,
    discount,
  };
}

export function ChoiceScreen({
  choice,
  packages,
}: {
  choice: Choice;
  packages: Config["packages"];
}) {
  return (
    <div className="choice column column--narrow">
      <PageHead title={`${text.title} | ${shared.productName}`} noindex />
      <h1>{text.title}</h1>
      {choice.running ? (
        <Running {...choice.running} />
      ) : (
        <Offers choice={choice} packages={packages} />
      )}
    </div>
  );
}

function Running({ kind, expiresAt }: NonNullable<Choice["running"]>) {
  return (
    <div className="notice">
      <Icon name="check" />
      <div>
        <p>
          <strong>{text.haveTitle}</strong>
        </p>
        <p>{text.have(kind, date(expiresAt))}</p>
        <p className="notice__actions">
          <LinkButton look="primary" to={paths.changePackage(routeParam())}>
            {text.change}
          </LinkButton>
          <LinkButton to={paths.account}>{text.account}</LinkButton>
        </p>
      </div>
    </div>
  );
}

function Offers({ choice, packages }: { choice: Choice; packages: Config["packages"] }) {
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
        {packages.map(({ type, price, listeningHours }) => {
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
                aria-label={trial ? text.trial(type) : text.joinKind(type)}
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

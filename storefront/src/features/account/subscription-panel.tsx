import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { partnerLink } from "#app/api/partner.ts";
import type { Config, ReadingStats, Subscription } from "#app/api/types.ts";
import { date, euro } from "#app/et/format.ts";
import { accountStrings as text } from "#app/et/screens/account.ts";
import { shared, strings } from "#app/et/strings.ts";
import { AnchorButton, LinkButton } from "#app/kit/button.tsx";
import { Notice } from "#app/kit/feedback/notice.tsx";
import { Icon } from "#app/kit/icon.tsx";
import { hasActiveSubscription, type Session } from "#app/session/session.ts";
import type { AccountData } from "./account-data.ts";
import { ResumeButton, StopButton } from "./stop-subscription.tsx";
import { LIMIT_MIN, listened, subscriptionStatus, usageWarning } from "./subscription-status.ts";

const CARD = paths.cardPayment("change-card-details", "web");

type User = Session["user"];

export function SubscriptionPanel({
  user,
  data: { reading, subscription, cardUntil },
  config,
}: {
  user: User;
  data: AccountData;
  config: Config;
}) {
  const active = hasActiveSubscription(user);
  const expires = user.subscriptionExpiresAt ? date(user.subscriptionExpiresAt) : "-";
  const unlimited = user.subscriptionType === "UNLIMITED";
  const partner = active ? null : partnerLink(config, user);
  const warning =
    active && !unlimited && reading && usageWarning(reading.readingTotalDurationMinutes);
  return (
    <section className="panel" aria-labelledby="account-package">
      <h2 className="panel__title" id="account-package">
        {text.subscription}
      </h2>
      <State subscription={subscription} active={active} expires={expires} />
      <dl className="stack">
        <Fact label={text.status}>
          <span className={`badge badge--${active ? "success" : "none"}`}>
            {subscriptionStatus(user)}
          </span>
        </Fact>
        {active ? (
          <>
            {user.subscriptionType && (
              <Fact label={text.plan}>{text.planName[user.subscriptionType]}</Fact>
            )}
            {reading && (
              <Fact label={text.usage}>
                <Usage reading={reading} unlimited={unlimited} />
              </Fact>
            )}
            <Fact label={user.trialActive ? text.trialUntil : text.validUntil}>{expires}</Fact>
            <Next subscription={subscription} />
          </>
        ) : (
          <Fact label={text.libraryUntil}>{expires}</Fact>
        )}
        {cardUntil && <Fact label={text.cardUntil}>{date(cardUntil)}</Fact>}
      </dl>
      {warning && (
        <Notice look="warning">
          <p>
            {warning} <Link to={paths.changePlan("web")}>{text.seeUnlimited}</Link>
          </p>
        </Notice>
      )}
      <div className="button-group">
        {active ? (
          <>
            <LinkButton to={paths.changePlan("web")}>{text.changePlan}</LinkButton>
            {subscription?.status !== "stopped" && <StopButton />}
          </>
        ) : (
          <>
            <LinkButton look="primary" to={paths.plans}>
              {shared.joinProduct}
            </LinkButton>
            {partner && (
              <AnchorButton href={partner} target="_blank" rel="noopener" icon="external">
                {strings.catalogue.partner}
              </AnchorButton>
            )}
          </>
        )}
      </div>
      {(active || subscription?.hasCard) && (
        <div>
          <LinkButton to={CARD} aria-describedby="account-card-note">
            {text.changeCard}
          </LinkButton>
          <p className="note" id="account-card-note">
            {text.changeCardNote}
          </p>
        </div>
      )}
      <div className="button-group">
        <LinkButton to={paths.giftCard} icon="gift">
          {text.activateGift}
        </LinkButton>
        <LinkButton to={paths.discountCode} icon="tag">
          {text.activateDiscount}
        </LinkButton>
      </div>
    </section>
  );
}

/** The most important news: a failed payment, or a subscription that will end. */
function State({
  subscription,
  active,
  expires,
}: {
  subscription: Subscription | null;
  active: boolean;
  expires: string;
}) {
  if (!active) return null;
  if (subscription?.status === "grace") {
    return (
      <Notice
        look="danger"
        role="status"
        title={text.grace}
        actions={
          <LinkButton look="primary" size="small" to={CARD}>
            {text.changeCard}
          </LinkButton>
        }
      >
        <p>{text.graceText(expires)}</p>
      </Notice>
    );
  }
  const plan = subscription?.nextSubscriptionType ?? subscription?.subscriptionType;
  if (subscription?.renewsAt === null && plan) {
    const { status, nextAmount } = subscription;
    const notice = status === "stopped" ? text.stoppedNotice : text.notRenewed;
    return (
      <Notice actions={<ResumeButton plan={plan} />}>
        <p>{notice(expires)}</p>
        {nextAmount !== null && (
          <p>{text.resumeText(text.planName[plan], euro(nextAmount), expires)}</p>
        )}
      </Notice>
    );
  }
  return null;
}

/** The next billing period. */
function Next({ subscription }: { subscription: Subscription | null }) {
  if (!subscription) return null;
  const { renewsAt, nextAmount, nextSubscriptionType } = subscription;
  return (
    <>
      {nextSubscriptionType && renewsAt && (
        <Fact label={text.nextPlan}>
          {text.scheduledChange(text.planName[nextSubscriptionType], date(renewsAt))}
        </Fact>
      )}
      {renewsAt && nextAmount !== null && (
        <Fact label={text.nextPayment}>{text.nextPaymentOf(date(renewsAt), euro(nextAmount))}</Fact>
      )}
      {subscription.activeDiscountPercentage > 0 && (
        <Fact label={text.discount}>{text.discountOf(subscription.activeDiscountPercentage)}</Fact>
      )}
    </>
  );
}

function Usage({ reading, unlimited }: { reading: ReadingStats; unlimited: boolean }) {
  const minutes = reading.readingTotalDurationMinutes;
  const used = listened(minutes);
  if (!unlimited) {
    return (
      <>
        {text.usageLimited(used)}
        <meter
          className="usage__meter"
          aria-label={text.usageMeter}
          min={0}
          max={LIMIT_MIN}
          high={LIMIT_MIN * 0.8}
          optimum={0}
          value={Math.min(minutes, LIMIT_MIN)}
        />
      </>
    );
  }
  // The store's typefaces have no ∞: an icon for the eye, the sign for screen readers.
  return (
    <span className="usage">
      {used} / <Icon name="infinity" />
      <span className="visually-hidden">∞</span>
    </span>
  );
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="account-facts__row">
      <dt className="muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

// From the flexible plan to the unlimited one now, and back at the end of the billing period.
import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import type { ApiError } from "#app/api/errors.ts";
import { failureText } from "#app/api/failure-text.ts";
import type { Config, Plan, Subscription } from "#app/api/types.ts";
import { date, euro } from "#app/et/format.ts";
import { planName, changeStrings as text } from "#app/et/screens/subscription.ts";
import { shared, strings } from "#app/et/strings.ts";
import { Button, LinkButton } from "#app/kit/button.tsx";
import { ConfirmDialog } from "#app/kit/confirm-dialog.tsx";
import { Notice } from "#app/kit/feedback/notice.tsx";
import { Icon } from "#app/kit/icon.tsx";
import { LoadFailure, ReloadButton, Screen } from "#app/layout/screen/screen.tsx";
import type { Token } from "#app/subscription/api.ts";
import type { ChangeIntent, changePlanAction } from "./change-plan-action.ts";
import { payPath } from "./pay-path.ts";

type Change = { pending: boolean; send: (intent: ChangeIntent) => void };

export function ChangePlanScreen({
  subscription,
  plans,
  token,
}: {
  /** Null when it could not be loaded. */
  subscription: Subscription | null;
  plans: Config["packages"];
  token: Token;
}) {
  const fetcher = useFetcher<typeof changePlanAction>();
  const pending = fetcher.state !== "idle";
  const { done, error } = (!pending && fetcher.data) || { done: "", error: null };
  const send = (intent: ChangeIntent) => fetcher.submit(intent, { method: "post" });
  return (
    <Screen title={text.title} narrow noReferrer>
      <h1>{text.title}</h1>
      <div role="status">
        {done && (
          <p className="choice__good-news with-icon">
            <Icon name="check" />
            {done}
          </p>
        )}
      </div>
      {error && <Failure error={error} />}
      {subscription ? (
        <>
          <Now subscription={subscription} />
          <Ways subscription={subscription} plans={plans} change={{ pending, send }} />
        </>
      ) : (
        <LoadFailure />
      )}
      {token === null && (
        <p>
          <LinkButton look="quiet" icon="arrow-left" to={paths.account}>
            {text.account}
          </LinkButton>
        </p>
      )}
    </Screen>
  );
}

function Now({
  subscription: { subscriptionType, status, expiresAt },
}: {
  subscription: Subscription;
}) {
  const until = expiresAt ? date(expiresAt) : "-";
  return (
    <p className="lead">
      {text.now} <strong>{subscriptionType && planName(subscriptionType)}</strong>,{" "}
      {status === "trial" ? text.trialUntil(until) : text.until(until)}.
    </p>
  );
}

function Ways({
  subscription,
  plans,
  change: { pending, send },
}: {
  subscription: Subscription;
  plans: Config["packages"];
  change: Change;
}) {
  const { status, subscriptionType: plan, nextSubscriptionType: next } = subscription;
  const { expiresAt, renewsAt, nextAmount } = subscription;
  const until = expiresAt ? date(expiresAt) : "-";
  const priceOf = (type: Plan) => plans.find((each) => each.type === type)?.price ?? 0;

  if (status === "grace") {
    return (
      <Notice
        look="danger"
        title={text.grace}
        actions={
          <LinkButton look="primary" to={payPath("change-card-details")}>
            {text.changeCard}
          </LinkButton>
        }
      >
        <p>{text.graceText(until)}</p>
      </Notice>
    );
  }
  const upgrade = plan === "20H_LIMITED" && (
    <Upgrade
      amount={subscription.upgradeAmount ?? 0}
      price={priceOf("UNLIMITED")}
      pending={pending}
      onConfirm={() => send({ intent: "upgrade", plan: "UNLIMITED" })}
    />
  );
  if (status === "stopped" && plan) {
    return (
      <>
        <Notice
          title={text.stopped(until)}
          actions={
            <Button
              look="primary"
              pending={pending}
              onClick={() => send({ intent: "resume", plan: next ?? plan })}
            >
              {text.resume}
            </Button>
          }
        >
          {nextAmount !== null && (
            <p>{text.resumeText(planName(next ?? plan), euro(nextAmount), until)}</p>
          )}
        </Notice>
        {upgrade}
      </>
    );
  }
  if (plan && next && renewsAt) {
    return (
      <>
        <Notice
          title={text.downgradeScheduled(next, date(renewsAt))}
          actions={
            <Button pending={pending} onClick={() => send({ intent: "cancelDowngrade", plan })}>
              {text.cancelDowngrade}
            </Button>
          }
        >
          <p>{text.downgradeHint}</p>
        </Notice>
        {upgrade}
      </>
    );
  }
  if (plan === "UNLIMITED") {
    return (
      <section className="panel" aria-labelledby="change-to">
        <h2 className="panel__title" id="change-to">
          {shared.planLimited}
        </h2>
        <p>{text.unlimitedText(renewsAt ? date(renewsAt) : until)}</p>
        <p>{text.later(euro(priceOf("20H_LIMITED")))}</p>
        <p className="button-group">
          <Button
            pending={pending}
            onClick={() => send({ intent: "scheduleDowngrade", plan: "20H_LIMITED" })}
          >
            {text.scheduleDowngrade}
          </Button>
        </p>
      </section>
    );
  }
  return upgrade;
}

function Upgrade({
  amount,
  price,
  pending,
  onConfirm,
}: {
  amount: number;
  price: number;
  pending: boolean;
  onConfirm: () => void;
}) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!pending) setOpen(false);
  }, [pending]);
  return (
    <section className="panel" aria-labelledby="change-to">
      <h2 className="panel__title" id="change-to">
        {shared.planUnlimited}
      </h2>
      <p>{text.joinText}</p>
      {amount > 0 ? (
        <div>
          <p className="line-total">
            <span>{text.missing}</span>
            <strong className="amount">{euro(amount)}</strong>
          </p>
          <p>{text.missingText}</p>
        </div>
      ) : (
        <p>{text.missingNone}</p>
      )}
      <p>{text.later(euro(price))}</p>
      <p className="button-group">
        <Button look="primary" size="large" onClick={() => setOpen(true)}>
          {text.joinUnlimited}
        </Button>
      </p>
      <ConfirmDialog
        open={open}
        title={text.confirmTitle}
        labels={{ ...strings.dialog, confirm: text.confirm }}
        pending={pending}
        onConfirm={onConfirm}
        onClose={() => setOpen(false)}
      >
        <p>{amount > 0 ? text.confirmPaid(euro(amount)) : text.confirmFree}</p>
      </ConfirmDialog>
    </section>
  );
}

const MESSAGES: Record<string, string> = {
  "charge-declined": text.declined,
  "card-missing": text.cardMissing,
  "charge-unanswered": text.unanswered,
  "payment-in-progress": text.inProgress,
  "upgrade-too-late": text.upgradeTooLate,
};

function Failure({ error }: { error: ApiError }) {
  const card = error.code === "charge-declined" || error.code === "card-missing";
  return (
    <Notice
      look="danger"
      role="alert"
      actions={
        <>
          {card && (
            <LinkButton look="primary" to={payPath("change-card-details")}>
              {error.code === "card-missing" ? text.addCard : text.changeCard}
            </LinkButton>
          )}
          {(error.code === "charge-unanswered" || error.code === "payment-in-progress") && (
            <ReloadButton label={text.checkAgain} />
          )}
        </>
      }
    >
      <p>{MESSAGES[error.code] ?? failureText(text.failed, error)}</p>
    </Notice>
  );
}

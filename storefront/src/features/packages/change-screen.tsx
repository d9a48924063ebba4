// /paketivahetus/{token}: from the flexible package to the unlimited one at once, the other way from
// the next period on.
import { type ReactNode, useState } from "react";
import { useRevalidator } from "react-router";
import { type ApiError, isApiError } from "#app/api/errors.ts";
import type { Config, PackageType, Subscription } from "#app/api/types.ts";
import { date, euro } from "#app/et/format.ts";
import { changeStrings, packageName, paidStrings } from "#app/et/packages.ts";
import { shared, strings } from "#app/et/strings.ts";
import { failureText } from "#app/features/auth/failure.ts";
import { endExpiredSession } from "#app/features/auth/logout.ts";
import { refreshUser } from "#app/features/auth/refresh.ts";
import { Button, LinkButton } from "#app/kit/button.tsx";
import { Dialog } from "#app/kit/dialog.tsx";
import { Icon } from "#app/kit/icon.tsx";
import { PageHead } from "#app/kit/page-head.tsx";
import { toast } from "#app/kit/toast.tsx";
import { paths } from "#app/paths.ts";
import { changeSubscription, type Token } from "./api.ts";
import { payPath } from "./pay-path.ts";

const text = changeStrings;

type Wish = { subscriptionType: PackageType; atPeriodEnd?: boolean };
type Change = {
  pending: boolean;
  error: ApiError | null;
  /** What has been done, in words. */
  done: string;
  change: (wish: Wish, done: string) => Promise<void>;
};

/** Sends a change and brings the screen up to date with what the server made of it. */
function useChange(token: Token): Change {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [done, setDone] = useState("");
  const { revalidate } = useRevalidator();
  const change = async (wish: Wish, told: string) => {
    if (pending) return;
    setPending(true);
    setError(null);
    setDone("");
    try {
      await changeSubscription(wish, token);
      setDone(told);
      if (token !== null && !wish.atPeriodEnd) toast(paidStrings.app, { kind: "success" });
      if (token === null) await refreshUser().catch(() => {});
      await revalidate();
    } catch (reason) {
      if (!isApiError(reason)) throw reason;
      if (reason.status === 401 && token === null) endExpiredSession();
      // Something else has changed meanwhile: what is shown is out of date.
      if ([401, 403, 409].includes(reason.status)) await revalidate();
      setError(reason);
    } finally {
      setPending(false);
    }
  };
  return { pending, error, done, change };
}

export function ChangeScreen({
  subscription,
  packages,
  token,
}: {
  /** Null when it could not be loaded. */
  subscription: Subscription | null;
  packages: Config["packages"];
  token: Token;
}) {
  const { revalidate, state } = useRevalidator();
  const change = useChange(token);
  return (
    <div className="choice column column--narrow">
      <PageHead title={`${text.title} | ${shared.productName}`} noindex noReferrer />
      <h1>{text.title}</h1>
      <div role="status">
        {change.done && (
          <p className="choice__done">
            <Icon name="check" />
            {change.done}
          </p>
        )}
      </div>
      {change.error && <Failure error={change.error} />}
      {subscription ? (
        <>
          <Now subscription={subscription} />
          <Ways subscription={subscription} packages={packages} change={change} />
        </>
      ) : (
        <div className="payment__failed" role="alert">
          <p>{strings.common.loadError}</p>
          <div className="payment__actions">
            <Button pending={state === "loading"} onClick={() => revalidate()}>
              {strings.common.retry}
            </Button>
          </div>
        </div>
      )}
      {token === null && (
        <p>
          <LinkButton look="quiet" icon="arrow-left" to={paths.account}>
            {text.account}
          </LinkButton>
        </p>
      )}
    </div>
  );
}

function Now({
  subscription: { subscriptionType, status, expiresAt },
}: {
  subscription: Subscription;
}) {
  const until = expiresAt ? date(expiresAt) : "-";
  return (
    <p className="choice__lead">
      {text.now} <strong>{subscriptionType && packageName(subscriptionType)}</strong>,{" "}
      {status === "trial" ? text.trialUntil(until) : text.until(until)}.
    </p>
  );
}

function Ways({
  subscription,
  packages,
  change: { pending, change },
}: {
  subscription: Subscription;
  packages: Config["packages"];
  change: Change;
}) {
  const { status, subscriptionType: kind, nextSubscriptionType: next } = subscription;
  const { expiresAt, renewsAt } = subscription;
  const until = expiresAt ? date(expiresAt) : "-";
  const priceOf = (type: PackageType) => packages.find((each) => each.type === type)?.price ?? 0;

  if (status === "grace") {
    return (
      <Notice look="danger" title={text.grace}>
        <p>{text.graceText(until)}</p>
        <p className="notice__actions">
          <LinkButton look="primary" to={payPath("change-card-details")}>
            {text.changeCard}
          </LinkButton>
        </p>
      </Notice>
    );
  }
  const upgrade = kind === "20H_LIMITED" && (
    <Upgrade
      amount={subscription.upgradeAmount ?? 0}
      price={priceOf("UNLIMITED")}
      pending={pending}
      onConfirm={() => change({ subscriptionType: "UNLIMITED" }, text.changed)}
    />
  );
  if (status === "stopped" && kind) {
    return (
      <>
        <Notice look="info" title={text.stopped(until)}>
          <p className="notice__actions">
            <Button
              look="primary"
              pending={pending}
              onClick={() => change({ subscriptionType: kind }, text.resumed)}
            >
              {text.resume}
            </Button>
          </p>
        </Notice>
        {upgrade}
      </>
    );
  }
  if (kind && next && renewsAt) {
    return (
      <>
        <Notice look="info" title={text.booked(next, date(renewsAt))}>
          <p>{text.bookedUntil}</p>
          <p className="notice__actions">
            <Button
              pending={pending}
              onClick={() => change({ subscriptionType: kind }, text.unbooked)}
            >
              {text.unbook}
            </Button>
          </p>
        </Notice>
        {upgrade}
      </>
    );
  }
  if (kind === "UNLIMITED") {
    return (
      <section className="panel" aria-labelledby="change-to">
        <h2 className="panel__title" id="change-to">
          {shared.planLimited}
        </h2>
        <p>{text.unlimitedText(renewsAt ? date(renewsAt) : until)}</p>
        <p>{text.later(euro(priceOf("20H_LIMITED")))}</p>
        <p className="panel__actions">
          <Button
            pending={pending}
            onClick={() =>
              change({ subscriptionType: "20H_LIMITED", atPeriodEnd: true }, text.bookedDone)
            }
          >
            {text.book}
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
  onConfirm: () => Promise<void>;
}) {
  const [asking, setAsking] = useState(false);
  const close = () => {
    if (!pending) setAsking(false);
  };
  return (
    <section className="panel" aria-labelledby="change-to">
      <h2 className="panel__title" id="change-to">
        {shared.planUnlimited}
      </h2>
      <p>{text.joinText}</p>
      {amount > 0 ? (
        <div>
          <p className="payment__amount">
            <span>{text.missing}</span>
            <strong className="payment__price">{euro(amount)}</strong>
          </p>
          <p>{text.missingText}</p>
        </div>
      ) : (
        <p>{text.missingNone}</p>
      )}
      <p>{text.later(euro(price))}</p>
      <p className="panel__actions">
        <Button look="primary" size="large" onClick={() => setAsking(true)}>
          {text.join}
        </Button>
      </p>
      <Dialog
        open={asking}
        onClose={close}
        title={text.confirmTitle}
        closeLabel={strings.common.close}
        actions={
          <>
            <Button
              look="primary"
              pending={pending}
              onClick={() => onConfirm().finally(() => setAsking(false))}
            >
              {text.confirm}
            </Button>
            <Button onClick={close}>{strings.common.cancel}</Button>
          </>
        }
      >
        <p>{amount > 0 ? text.confirmPaid(euro(amount)) : text.confirmFree}</p>
      </Dialog>
    </section>
  );
}

function Failure({ error }: { error: ApiError }) {
  const { revalidate, state } = useRevalidator();
  const message = messageOf(error);
  const card = error.code === "charge-declined" || error.code === "card-missing";
  return (
    <div className="payment__failed" role="alert">
      <p>{message}</p>
      <div className="payment__actions">
        {card && (
          <LinkButton look="primary" to={payPath("change-card-details")}>
            {error.code === "card-missing" ? text.addCard : text.changeCard}
          </LinkButton>
        )}
        {error.code === "charge-unanswered" && (
          <Button pending={state === "loading"} onClick={() => revalidate()}>
            {text.checkAgain}
          </Button>
        )}
      </div>
    </div>
  );
}

function messageOf(error: ApiError): string {
  switch (error.code) {
    case "charge-declined":
      return text.declined;
    case "card-missing":
      return text.cardMissing;
    case "charge-unanswered":
      return text.unanswered;
    default:
      return failureText(text.failed, error);
  }
}

function Notice({
  look,
  title,
  children,
}: {
  look: "info" | "danger";
  title: string;
  children: ReactNode;
}) {
  return (
    <div className={`notice notice--${look}`}>
      <Icon name={look === "danger" ? "alert" : "info"} />
      <div>
        <p>
          <strong>{title}</strong>
        </p>
        {children}
      </div>
    </div>
  );
}

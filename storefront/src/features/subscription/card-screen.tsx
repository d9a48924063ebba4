import { type ReactNode, useEffect, useState } from "react";
import { Link, Navigate } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import type { ApiError } from "#app/api/errors.ts";
import { failureText } from "#app/api/failure-text.ts";
import type { Config, PaymentStart, Plan } from "#app/api/types.ts";
import { date, euro } from "#app/et/format.ts";
import {
  monthlyAmount,
  planName,
  planStrings,
  cardStrings as text,
} from "#app/et/screens/subscription.ts";
import { strings } from "#app/et/strings.ts";
import { Button, LinkButton } from "#app/kit/button.tsx";
import { Notice } from "#app/kit/feedback/notice.tsx";
import { ResultBox } from "#app/kit/feedback/result-box.tsx";
import { Checkbox } from "#app/kit/form/field.tsx";
import { Icon } from "#app/kit/icon.tsx";
import { Screen } from "#app/layout/screen/screen.tsx";
import { SellerNote } from "#app/layout/screen/seller-note.tsx";
import { endExpiredSession } from "#app/session/logout.ts";
import type { Endpoint, Token } from "#app/subscription/api.ts";
import { type DialogTexts, reopenDialog } from "./card-dialog.ts";
import { type CardPayment, useCardPayment } from "./card-payment.ts";
import { payPath } from "./pay-path.ts";
import { WEB } from "./route-token.ts";

const TITLES: Record<Endpoint, string> = {
  "change-card-details": text.titleCard,
  "start-trial": text.titleTrial,
  "checkout-subscription": text.title,
};

/** As the server counts them. */
const TRIAL_DAYS = 14;

/** 11.99 → "11,99", for the dialog's texts. */
const amount = (price: number) => price.toFixed(2).replace(".", ",");

/** The day on which a trial that starts now ends. */
function trialEnd(): string {
  const end = new Date();
  end.setDate(end.getDate() + TRIAL_DAYS);
  return date(end.toISOString());
}

/** The reduction that the activated code gives to the charges after this payment. */
function discounted(
  { discountedAmount, discountedPayments }: PaymentStart,
  format: (price: number) => string,
) {
  if (typeof discountedAmount !== "number") return null;
  return { price: format(discountedAmount), payments: discountedPayments ?? null };
}

function textsOf(endpoint: Endpoint, price: number, start: PaymentStart): DialogTexts {
  const base = {
    recurringTitle: text.recurringTitle,
    recurringConfirmation: text.confirmation,
  };
  if (endpoint === "change-card-details") {
    return { ...base, description: text.changeCardNote, recurringDescription: text.recurringCard };
  }
  const fee = endpoint === "start-trial" ? text.feeAfterTrial : text.fee;
  const monthly = monthlyAmount(amount(price), discounted(start, amount));
  return { ...base, description: fee(monthly), recurringDescription: text.recurring(monthly) };
}

export function CardFrame({ endpoint, children }: { endpoint: Endpoint; children: ReactNode }) {
  return (
    <Screen title={TITLES[endpoint]} narrow noReferrer>
      <h1>{TITLES[endpoint]}</h1>
      {children}
    </Screen>
  );
}

export function CardScreen({
  endpoint,
  plan,
  token,
  returned,
  config,
}: {
  endpoint: Endpoint;
  plan: Plan;
  token: Token;
  returned: string | null;
  config: Config;
}) {
  const price = config.packages.find(({ type }) => type === plan)?.price ?? 0;
  const { payment, again } = useCardPayment({ endpoint, plan, token, returned }, (start) =>
    textsOf(endpoint, price, start),
  );
  const expired = payment.step === "refused" && payment.error.status === 401 && token === null;
  // In an effect, so that RequireUser leads to /login and back.
  useEffect(() => {
    if (expired) endExpiredSession();
  }, [expired]);

  switch (payment.step) {
    case "dialog":
      return (
        <>
          <Summary
            endpoint={endpoint}
            plan={plan}
            price={price}
            start={payment.start}
            seller={config.seller}
          />
          {payment.order && (
            <OrderForm asksConsent={config.withdrawal === "by-consent"} order={payment.order} />
          )}
          <p className="payment__state muted" role="status">
            {payment.open ? text.opened : !payment.order && text.preparing}
          </p>
          {payment.open && (
            <div className="button-group">
              <Button look="primary" size="large" icon="lock" onClick={() => reopenDialog()}>
                {text.reopen}
              </Button>
            </div>
          )}
          <p className="with-icon note">
            <Icon name="lock" />
            {text.safe}
          </p>
        </>
      );
    case "refused":
      if (expired) return null;
      return (
        <Refused
          endpoint={endpoint}
          plan={plan}
          token={token}
          error={payment.error}
          again={again}
        />
      );
    case "no-dialog":
      return <Problem message={text.scriptFailed} again={again} />;
    case "waiting":
      return <Waiting long={payment.long} />;
    case "ended":
      return <End payment={payment} again={again} />;
    case "unknown":
      return <Problem message={text.unknown} />;
    default:
      return (
        <p className="payment__state muted" role="status">
          {text.preparing}
        </p>
      );
  }
}

/** The button that opens the dialog, and the consent before it. */
function OrderForm({
  asksConsent,
  order,
}: {
  /** Whether the buyer may give up the right of withdrawal. */
  asksConsent: boolean;
  order: (consent: boolean | null) => Promise<void>;
}) {
  const [consent, setConsent] = useState(false);
  return (
    <>
      {asksConsent && (
        <div>
          <Checkbox
            label={text.consent}
            checked={consent}
            onChange={(event) => setConsent(event.target.checked)}
          />
          <p className="note">{text.withoutConsent}</p>
        </div>
      )}
      <div className="button-group">
        <Button
          look="primary"
          size="large"
          icon="lock"
          onClick={() => order(asksConsent ? consent : null)}
        >
          {text.orderAndPay}
        </Button>
      </div>
    </>
  );
}

/** Today's payment and the later ones. */
function Summary({
  endpoint,
  plan,
  price,
  start,
  seller,
}: {
  endpoint: Endpoint;
  plan: Plan;
  price: number;
  start: PaymentStart;
  seller: string;
}) {
  const isTrial = endpoint === "start-trial";
  return (
    <div className="panel">
      {endpoint === "change-card-details" ? (
        <p>{text.changeCardNote}</p>
      ) : (
        <>
          <p className="note">{text.subscription}</p>
          <ul className="line-items">
            <li>
              <strong>{planName(plan)}</strong>
              <Link to={paths.plans}>{text.otherPlan}</Link>
            </li>
            <li>
              <span>{isTrial ? text.afterTrial : text.monthly}</span>
              <span className="amount">
                {planStrings.monthly(euro(price), discounted(start, euro))}
              </span>
            </li>
          </ul>
        </>
      )}
      <p className="line-total">
        <span>{text.today}</span>
        <strong className="amount">{euro(start.amount)}</strong>
      </p>
      {endpoint !== "change-card-details" && (
        <>
          <p>{isTrial ? text.firstCharge(trialEnd()) : text.firstChargeNow}</p>
          <p>{text.howToStop}</p>
        </>
      )}
      <SellerNote seller={seller} />
    </div>
  );
}

function Waiting({ long }: { long: boolean }) {
  return (
    <ResultBox
      icon="clock"
      lead={
        <>
          <strong>{text.confirming}</strong> {long ? text.confirmingLong : text.confirmingText}
        </>
      }
    >
      {long && <LinkButton to={paths.account}>{text.account}</LinkButton>}
    </ResultBox>
  );
}

function End({
  payment: { status, purpose },
  again,
}: {
  payment: Extract<CardPayment, { step: "ended" }>;
  again: () => void;
}) {
  if (status === "paid") {
    return (
      <Navigate to={purpose === "card" ? paths.cardChanged : paths.subscriptionPaid} replace />
    );
  }
  return <Problem message={text[status]} calm={status === "cancelled"} again={again} />;
}

function Problem({
  message,
  calm = false,
  again,
  children,
}: {
  message: string;
  /** Whether the person has cancelled. Then the box has no alarm colours. */
  calm?: boolean;
  again?: () => void;
  children?: ReactNode;
}) {
  return (
    <Notice
      look={calm ? "info" : "danger"}
      role="alert"
      actions={
        <>
          {again && (
            <Button look="primary" onClick={again}>
              {strings.common.retry}
            </Button>
          )}
          {children ?? <LinkButton to={paths.account}>{text.account}</LinkButton>}
        </>
      }
    >
      <p>{message}</p>
    </Notice>
  );
}

function Refused({
  endpoint,
  plan,
  token,
  error,
  again,
}: {
  endpoint: Endpoint;
  plan: Plan;
  token: Token;
  error: ApiError;
  again: () => void;
}) {
  const choosePlan = (
    <LinkButton look="primary" to={paths.plans}>
      {text.choosePlan}
    </LinkButton>
  );
  switch (error.status === 401 && token !== null ? "link-expired" : error.code) {
    case "link-expired":
      return (
        <Problem message={text.linkExpired}>
          <LinkButton look="primary" to={payPath(endpoint, plan, WEB)}>
            {text.onWeb}
          </LinkButton>
        </Problem>
      );
    case "payment-in-progress":
      return <Problem message={text.inProgress} again={again} />;
    case "package-active":
      return <Problem message={text.alreadyActive} />;
    case "trial-used":
      return (
        <Problem message={text.trialUsed}>
          <LinkButton look="primary" to={payPath("checkout-subscription", plan)} replace>
            {text.join}
          </LinkButton>
          <LinkButton to={paths.plans}>{text.otherPlan}</LinkButton>
        </Problem>
      );
    case "package-required":
      return <Problem message={text.subscriptionRequired}>{choosePlan}</Problem>;
  }
  if (error.status === 422) return <Problem message={text.unknownPlan}>{choosePlan}</Problem>;
  const reason = error.status === 503 ? `${text.startFailed} ${text.unavailable}` : "";
  return <Problem message={reason || failureText(text.startFailed, error)} again={again} />;
}

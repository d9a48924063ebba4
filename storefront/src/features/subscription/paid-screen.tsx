import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { isApiError } from "#app/api/errors.ts";
import { track } from "#app/api/track.ts";
import type { Subscription, User } from "#app/api/types.ts";
import { date, euro } from "#app/et/format.ts";
import { cardStrings, paidStrings as text } from "#app/et/screens/subscription.ts";
import { LinkButton } from "#app/kit/button.tsx";
import { ResultBox } from "#app/kit/feedback/result-box.tsx";
import { stored } from "#app/kit/stored.ts";
import { toast } from "#app/kit/toast.tsx";
import { Screen } from "#app/layout/screen/screen.tsx";
import { pollUntil } from "#app/polling/poll.ts";
import { trialIntent } from "#app/session/guard/trial-intent.ts";
import { getSession, hasActiveSubscription, updateUser } from "#app/session/session.ts";
import { fetchSubscription, fetchUser, type Token } from "#app/subscription/api.ts";
import { rememberPayment } from "./started-payment.ts";

const tracked = stored<string | null>(
  "heliriiul.purchaseNoted",
  (key) => key,
  (key) => key,
  "sessionStorage",
);

/** Tracks each purchase once, however often its page is loaded. */
function trackOnce(user: User): void {
  const key = `${user.id} ${user.subscriptionExpiresAt}`;
  if (tracked.get() === key) return;
  tracked.set(key);
  track(user.trialActive ? "trial started" : "successful subscription purchase", {
    package: user.subscriptionType ?? "",
  });
}

type State =
  | { step: "waiting"; long: boolean }
  | { step: "active"; user: User; subscription: Subscription | null }
  /** Nobody is logged in here, so the page only says thanks. */
  | { step: "unknown" };

/** Refreshes the user until the subscription is active. */
function useActiveSubscription(token: Token): State {
  const [state, setState] = useState<State>({ step: "waiting", long: false });
  useEffect(() => {
    const session = getSession();
    if (!token && !session) {
      setState({ step: "unknown" });
      return;
    }
    const isDone = async (signal: AbortSignal) => {
      try {
        const user = await fetchUser(token, signal);
        if (!token && session) updateUser(user, session.token);
        if (!hasActiveSubscription(user)) return false;
        const subscription = await fetchSubscription(token, signal).catch(() => null);
        if (signal.aborted) return true;
        trackOnce(user);
        trialIntent.set(null);
        setState({ step: "active", user, subscription });
        return true;
      } catch (error) {
        if (!isApiError(error, 401)) throw error;
        setState({ step: "unknown" });
        return true;
      }
    };
    return pollUntil(isDone, (long) => setState({ step: "waiting", long }));
  }, [token]);
  return state;
}

export function PaidScreen({ token, inApp }: { token: Token; inApp: boolean }) {
  const state = useActiveSubscription(token);
  const waiting = state.step === "waiting";
  useEffect(() => {
    if (inApp && !waiting) toast(text.app, { kind: "success", ms: 0 });
  }, [inApp, waiting]);
  if (state.step === "waiting") {
    return (
      <Box
        title={text.confirming}
        icon="clock"
        lead={state.long ? cardStrings.confirmingLong : cardStrings.confirmingText}
      />
    );
  }
  return (
    <Box title={text.title} icon="check" lead={text.lead}>
      {state.step === "active" && (
        <Term user={state.user} amount={state.subscription?.nextAmount ?? null} />
      )}
      <LinkButton to={paths.books} look="primary" size="large">
        {text.browse}
      </LinkButton>
      <p>
        <Link to={paths.account}>{text.account}</Link>
      </p>
    </Box>
  );
}

function Term({ user, amount }: { user: User; amount: number | null }) {
  const until = user.subscriptionExpiresAt ? date(user.subscriptionExpiresAt) : "";
  if (!user.trialActive) return <p>{text.until(until)}</p>;
  return (
    <p>
      {text.trialUntil(until)} {amount !== null && text.trialThen(euro(amount))}
    </p>
  );
}

/** /card-change-complete */
export function CardChangedScreen() {
  return (
    <Box title={text.cardChanged} icon="check" lead={text.cardChangedText}>
      <LinkButton to={paths.account} look="primary" size="large">
        {text.account}
      </LinkButton>
    </Box>
  );
}

function Box({
  title,
  icon,
  lead,
  children,
}: {
  title: string;
  icon: "check" | "clock";
  lead: string;
  children?: ReactNode;
}) {
  // The bank may have skipped the page that started the payment.
  useEffect(() => rememberPayment(null), []);
  return (
    <Screen title={title} narrow noReferrer>
      <ResultBox icon={icon} title={title} lead={lead}>
        {children}
      </ResultBox>
    </Screen>
  );
}

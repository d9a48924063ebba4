import { replace } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { isApiError } from "#app/api/errors.ts";
import { failureText } from "#app/api/failure-text.ts";
import { reportError } from "#app/api/report.ts";
import type { Plan } from "#app/api/types.ts";
import { date } from "#app/et/format.ts";
import { accountStrings as text } from "#app/et/screens/account.ts";
import { toast } from "#app/kit/toast.tsx";
import { endExpiredSession } from "#app/session/logout.ts";
import { getSession, hasActiveSubscription, updateUser } from "#app/session/session.ts";
import { changeSubscription, unsubscribe } from "#app/subscription/api.ts";

export type AccountIntent = { intent: "stop" } | { intent: "resume"; plan: Plan };

export async function accountAction({
  request,
}: {
  request: Request;
}): Promise<{ done: boolean } | Response> {
  const form = await request.formData();
  return form.get("intent") === "stop" ? stop() : resume(form.get("plan") as Plan);
}

async function stop(): Promise<{ done: boolean }> {
  const session = getSession();
  if (!session || !hasActiveSubscription(session.user)) return { done: true };
  try {
    const user = await unsubscribe();
    updateUser(user, session.token);
    const until = user.subscriptionExpiresAt ?? session.user.subscriptionExpiresAt;
    toast(text.stopped(until ? date(until) : "-"));
    return { done: true };
  } catch (error) {
    if (isApiError(error, 401)) endExpiredSession();
    console.error("Ending the subscription failed", error);
    reportError(error, "unsubscribe");
    return { done: false };
  }
}

async function resume(plan: Plan): Promise<{ done: boolean } | Response> {
  try {
    await changeSubscription({ subscriptionType: plan });
    toast(text.resumed, { kind: "success" });
    return { done: true };
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.code === "card-missing") {
      return replace(paths.cardPayment("change-card-details", "web"));
    }
    if (error.status === 401) endExpiredSession();
    else toast(failureText(text.resumeFailed, error), { kind: "danger" });
    return { done: false };
  }
}

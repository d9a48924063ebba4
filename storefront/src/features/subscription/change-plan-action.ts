import type { ActionFunctionArgs } from "react-router";
import { type ApiError, isApiError } from "#app/api/errors.ts";
import type { Plan } from "#app/api/types.ts";
import { paidStrings, changeStrings as text } from "#app/et/screens/subscription.ts";
import { toast } from "#app/kit/toast.tsx";
import { endExpiredSession } from "#app/session/logout.ts";
import { refreshUser } from "#app/session/refresh.ts";
import { changeSubscription } from "#app/subscription/api.ts";
import { tokenFor } from "./route-token.ts";

/** What the person asked for, and the message when it is done. */
const DONE = {
  upgrade: text.changed,
  scheduleDowngrade: text.downgradeDone,
  cancelDowngrade: text.downgradeCancelled,
  resume: text.resumed,
};

export type ChangeIntent = { intent: keyof typeof DONE; plan: Plan };
export type ChangeResult = { done: string; error: ApiError | null };

/** The loader runs again afterwards, so that the screen shows the server's state. */
export async function changePlanAction({
  request,
  params,
}: ActionFunctionArgs): Promise<ChangeResult> {
  const token = tokenFor(params.token);
  const form = Object.fromEntries(await request.formData()) as ChangeIntent;
  const atPeriodEnd = form.intent === "scheduleDowngrade";
  try {
    await changeSubscription(
      { subscriptionType: form.plan, ...(atPeriodEnd && { atPeriodEnd }) },
      token,
    );
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.status === 401 && token === null) endExpiredSession();
    return { done: "", error };
  }
  if (token === null) await refreshUser().catch(() => {});
  else if (!atPeriodEnd) toast(paidStrings.app, { kind: "success" });
  return { done: DONE[form.intent], error: null };
}

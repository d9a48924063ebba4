import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "react-router";
import { api } from "#app/api/client.ts";
import { isApiError } from "#app/api/errors.ts";
import { failureText } from "#app/api/failure-text.ts";
import type { Receipt } from "#app/api/types.ts";
import { receiptStrings as text } from "#app/et/screens/receipt.ts";
import { toast } from "#app/kit/toast.tsx";
import { endExpiredSession } from "#app/session/logout.ts";
import { getSession } from "#app/session/session.ts";

const pathOf = ({ params }: LoaderFunctionArgs) => ({ path: { id: params.id ?? "" } });

/** Null for a visitor, or when the receipt could not be loaded. */
export async function loadReceipt(route: LoaderFunctionArgs): Promise<Receipt | null> {
  if (!getSession()) return null;
  try {
    return await api("GET /receipts/{id}", { ...pathOf(route), signal: route.request.signal });
  } catch (error) {
    // An address that is no id is unknown too.
    if (isApiError(error, 404) || isApiError(error, 400)) throw data(null, 404);
    if (!isApiError(error)) throw error;
    if (error.status === 401) endExpiredSession();
    return null;
  }
}

/** Sends the receipt by email. */
export async function receiptAction(route: ActionFunctionArgs): Promise<null> {
  try {
    await api("POST /receipts/{id}/send", pathOf(route));
    toast(text.sent(getSession()?.user.email ?? ""), { kind: "success" });
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.status === 401) endExpiredSession();
    else toast(failureText(text.sendFailed, error), { kind: "danger" });
  }
  return null;
}

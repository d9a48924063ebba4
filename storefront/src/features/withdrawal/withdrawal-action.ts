// The two steps of a withdrawal: the form, which shows what is withdrawn, and the confirmation.
import { api } from "#app/api/client.ts";
import { type ApiError, isApiError } from "#app/api/errors.ts";
import { failureText } from "#app/api/failure-text.ts";
import type { Schemas } from "#app/api/types.ts";
import { withdrawalStrings as text } from "#app/et/screens/withdrawal.ts";
import { refreshUser } from "#app/session/refresh.ts";

export type Withdrawal = Schemas["Withdrawal"];
export const FIELDS = ["name", "number", "email"] as const;
export type FieldName = (typeof FIELDS)[number];
export type Values = Record<FieldName, string>;

export type WithdrawalResult =
  | {
      step: "form";
      errors: Partial<Values>;
      /** Why the withdrawal is not possible. */
      failure: string | null;
    }
  | { step: "confirm"; values: Values; withdrawal: Withdrawal; failure: string | null }
  | { step: "done"; withdrawal: Withdrawal };

export async function withdrawalAction({
  request,
}: {
  request: Request;
}): Promise<WithdrawalResult> {
  const form = await request.formData();
  const values = Object.fromEntries(
    FIELDS.map((name) => [name, String(form.get(name) ?? "").trim()]),
  ) as Values;
  const empty = FIELDS.filter((name) => !values[name]);
  if (empty.length > 0) {
    const errors = Object.fromEntries(empty.map((name) => [name, text.required]));
    return { step: "form", errors, failure: null };
  }
  const confirms = form.get("intent") === "confirm";
  try {
    const withdrawal = confirms
      ? await api("POST /withdrawals", { body: values })
      : await api("POST /withdrawals/preview", { body: values });
    if (!withdrawal.withdrawnAt) return { step: "confirm", values, withdrawal, failure: null };
    if (confirms) await refreshUser().catch(() => {});
    return { step: "done", withdrawal };
  } catch (error) {
    if (!isApiError(error)) throw error;
    const failure = {
      step: "form" as const,
      errors: errorsOf(error),
      failure: null as string | null,
    };
    if (Object.keys(failure.errors).length === 0) failure.failure = reasonOf(error);
    return failure;
  }
}

function errorsOf(error: ApiError): Partial<Values> {
  const errors: Partial<Values> = {};
  for (const { field, code } of error.problem.errors ?? []) {
    const name = FIELDS.find((known) => known === field);
    if (name) errors[name] ??= code === "too-long" ? text.tooLong : text.invalid;
  }
  return errors;
}

function reasonOf(error: ApiError): string {
  switch (error.code) {
    case "not-found":
      return text.notFound;
    case "withdrawal-waived":
      return text.waived;
    case "withdrawal-too-late":
      return text.tooLate;
    case "payment-in-progress":
      return text.inProgress;
    default:
      return failureText(text.failed, error);
  }
}

// Why a call of the operators failed, and what to do about it.
import { type ApiError, isApiError } from "storefront/api/errors.ts";
import { failureOf } from "#app/et/failure.ts";
import { failures, fieldError, refusals } from "#app/et/operator/common.ts";
import { strings } from "#app/et/strings.ts";

/** The messages of a refused call by field. */
export function fieldErrorsOf(error: ApiError): Record<string, string> {
  const errors = error.problem.errors ?? [];
  return Object.fromEntries(errors.map(({ field, code }) => [field, fieldError(field, code)]));
}

export function operatorFailure(error: unknown): string {
  if (!isApiError(error)) throw error;
  if (error.status === 0) return `${strings.common.offline} ${failures.kept}`;
  return refusals[error.code] ?? failureOf(error, failures.failed);
}

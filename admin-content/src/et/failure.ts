// A failed call as a notice: why, where the editor can do something about it.
import { isApiError } from "storefront/api/errors.ts";
import { strings } from "./strings.ts";

/** `failed` says what did not come about. What is no failure of a call is thrown on. */
export function failureOf(error: unknown, failed: string): string {
  if (!isApiError(error)) throw error;
  if (error.status === 0) return `${failed} ${strings.common.offline}`;
  if (error.status === 401) return `${failed} ${strings.login.again}`;
  if (error.status === 429) return strings.common.tooManyRequests;
  return failed;
}

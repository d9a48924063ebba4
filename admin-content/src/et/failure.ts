// The notice of a failed call, with the reason where the editor can do something about it.
import { isApiError } from "storefront/api/errors.ts";
import { strings } from "./strings.ts";

/** `failed` is the message. Errors that no call has thrown are rethrown. */
export function failureOf(error: unknown, failed: string): string {
  if (!isApiError(error)) throw error;
  if (error.status === 0) return `${failed} ${strings.common.offline}`;
  if (error.status === 401) return `${failed} ${strings.login.again}`;
  if (error.status === 429) return strings.common.tooManyRequests;
  return failed;
}

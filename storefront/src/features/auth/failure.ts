// Failure messages: the catalogue's sentence, with the reason when the person can do something.
import { isApiError } from "#app/api/errors.ts";
import { strings } from "#app/et/strings.ts";

/** `message`, and after it the network's or the rate limit's word when that was the cause. */
export function failureText(message: string, error: unknown): string {
  if (isApiError(error, 0)) return `${message} ${strings.common.offline}`;
  if (isApiError(error, 429)) return `${message} ${strings.common.tooManyRequests}`;
  return message;
}

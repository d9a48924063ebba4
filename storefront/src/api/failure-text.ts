import { strings } from "#app/et/strings.ts";
import { isApiError } from "./errors.ts";

/** `message`, followed by what the person can do when the network or a rate limit was the cause. */
export function failureText(message: string, error: unknown): string {
  if (isApiError(error, 0)) return `${message} ${strings.common.offline}`;
  if (isApiError(error, 429)) return `${message} ${strings.common.tooManyRequests}`;
  return message;
}

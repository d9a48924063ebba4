// Refreshes the user every 2 s while an account waits for its confirmation or its first subscription.
import { useEffect } from "react";
import { isApiError } from "#app/api/errors.ts";
import { POLL_MS, poll } from "#app/polling/poll.ts";
import { refreshUser } from "#app/session/refresh.ts";
import { getSession, isAwaiting } from "#app/session/session.ts";

/** Polls GET /user while the account is unverified or has no expiry. Returns a function that stops. */
export function pollWhileAwaiting(): () => void {
  return poll(async (signal) => {
    let wait = POLL_MS;
    try {
      await refreshUser(signal);
    } catch (error) {
      if (isApiError(error)) wait = Math.max(POLL_MS, (error.retryAfter ?? 0) * 1000);
    }
    const user = getSession()?.user;
    return user && isAwaiting(user) ? wait : null;
  }, POLL_MS);
}

/** Runs the poll while the component is shown and `active`. */
export function useAwaitedUser(active: boolean): void {
  useEffect(() => (active ? pollWhileAwaiting() : undefined), [active]);
}

// Keeping the stored user true: at start, and every 2 s while an account awaits its confirmation.
import { useEffect } from "react";
import { isApiError } from "#app/api/errors.ts";
import { fetchUser } from "./api.ts";
import { endExpiredSession } from "./logout.ts";
import { getSession, isAwaiting, markCookie, subscribeSession, updateUser } from "./session.ts";

export const POLL_MS = 2000;

/** Fetches the user of the present session into storage; a session that is over ends here too. */
export async function refreshUser(signal?: AbortSignal): Promise<void> {
  const session = getSession();
  if (!session) return;
  try {
    updateUser(await fetchUser(signal), session.token);
  } catch (error) {
    if (isApiError(error, 401) && getSession()?.token === session.token) endExpiredSession();
    throw error;
  }
}

/**
 * Once at start: the cookie and the user are brought up to date. `onChange` is called whenever
 * another person, or nobody, is logged in from then on; also when that happened in another tab.
 * Answers the way to stop.
 */
export function startSession(onChange: () => void): () => void {
  markCookie();
  let id = getSession()?.user.id;
  const stop = subscribeSession(() => {
    const now = getSession()?.user.id;
    if (now === id) return;
    id = now;
    onChange();
  });
  refreshUser().catch(() => {});
  return stop;
}

/**
 * Polls GET /user while the account is unverified or has no expiry, `POLL_MS` after each answer.
 * A hidden tab asks nothing; it asks at once when it is shown again. Answers the way to stop.
 */
export function pollWhileAwaiting(): () => void {
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;

  const awaiting = () => {
    const user = getSession()?.user;
    return user !== undefined && isAwaiting(user);
  };
  const plan = (ms: number) => {
    clearTimeout(timer);
    if (!stopped.signal.aborted && !document.hidden && awaiting()) timer = setTimeout(ask, ms);
  };
  const ask = async () => {
    if (asking) return;
    asking = true;
    let wait = POLL_MS;
    try {
      await refreshUser(stopped.signal);
    } catch (error) {
      // A server that asks for patience gets it; everything else is tried again.
      if (isApiError(error)) wait = Math.max(POLL_MS, (error.retryAfter ?? 0) * 1000);
    }
    asking = false;
    plan(wait);
  };
  const onVisibility = () => plan(0);

  document.addEventListener("visibilitychange", onVisibility);
  plan(POLL_MS);
  return () => {
    stopped.abort();
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onVisibility);
  };
}

/** Runs the poll while the component is shown and `active`. */
export function useAwaitedUser(active: boolean): void {
  useEffect(() => (active ? pollWhileAwaiting() : undefined), [active]);
}

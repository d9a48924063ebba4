import { api } from "#app/api/client.ts";
import { isApiError } from "#app/api/errors.ts";
import { endExpiredSession } from "./logout.ts";
import { getSession, markCookie, subscribeSession, updateUser } from "./session.ts";

/** Stores the user of the current session as the server has it. An expired session ends here too. */
export async function refreshUser(signal?: AbortSignal): Promise<void> {
  const session = getSession();
  if (!session) return;
  try {
    updateUser(await api("GET /user", { signal }), session.token);
  } catch (error) {
    if (isApiError(error, 401) && getSession()?.token === session.token) endExpiredSession();
    throw error;
  }
}

/**
 * Called once at start. `onChange` runs whenever another person, or nobody, is logged in from then on,
 * also when that happens in another tab. Returns a function that stops.
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

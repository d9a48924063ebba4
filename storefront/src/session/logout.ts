// The two ends of a session: logout by the user, and expiry on the server.
import { api } from "#app/api/client.ts";
import { strings } from "#app/et/strings.ts";
import { toast } from "#app/kit/toast.tsx";
import { clearSession, getSession, subscribeSession } from "./session.ts";

let loggedOut = false;
subscribeSession(() => {
  if (getSession()) loggedOut = false;
});

/** Whether the user ended the last session and is on the way to "/". */
export const hasLoggedOut = () => loggedOut;

/** Forgets the session at once and tells the server without waiting for its response. */
export function logout(): void {
  const session = getSession();
  loggedOut = true;
  clearSession();
  // The token is an argument because the browser has forgotten it before this is sent.
  if (session) api("POST /logout", { token: session.token, keepalive: true }).catch(() => {});
}

/** Forgets a session whose token the server no longer accepts, and says so. The caller goes to "/". */
export function endExpiredSession(): void {
  if (!getSession()) return;
  clearSession();
  toast(strings.common.sessionExpired, { kind: "info" });
}

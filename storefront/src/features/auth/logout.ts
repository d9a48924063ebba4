// The ends of a session: by the person, and by the server.
import { strings } from "#app/et/strings.ts";
import { toast } from "#app/kit/toast.tsx";
import { revoke } from "./api.ts";
import { clearSession, getSession, subscribeSession } from "./session.ts";

let byHand = false;
subscribeSession(() => {
  if (getSession()) byHand = false;
});

/** Whether the last session was ended by its person, who is on the way to "/" then. */
export const leftByHand = () => byHand;

/** Forgets the session at once and tells the server, whose answer nobody needs to wait for. */
export function logout(): void {
  const session = getSession();
  byHand = true;
  clearSession();
  if (session) revoke(session.token).catch(() => {});
}

/** The server no longer knows the token: says so and forgets it. The caller goes to "/". */
export function endExpiredSession(): void {
  if (!getSession()) return;
  clearSession();
  toast(strings.common.sessionExpired, { kind: "info" });
}

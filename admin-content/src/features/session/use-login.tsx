// Calls that may find the session ended: one logs in over the work, and the call is made again.
import { type ReactNode, useCallback, useState } from "react";
import { isApiError } from "storefront/api/errors.ts";
import { LoginDialog } from "./login-dialog.tsx";
import { useSession } from "./session.ts";

/** Makes a call, again after a login when there was none. Throws 401 only when the login was refused. */
export type Ask = <T>(call: () => Promise<T>) => Promise<T>;

export function useLogin(): { ask: Ask; login: ReactNode } {
  const session = useSession();
  const [email] = useState(session?.email ?? "");
  const [waiting, setWaiting] = useState<((isIn: boolean) => void)[]>([]);
  const ask = useCallback<Ask>(async (call) => {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        if (!isApiError(error, 401)) throw error;
        const isIn = await new Promise<boolean>((done) => setWaiting((now) => [...now, done]));
        if (!isIn) throw error;
      }
    }
  }, []);
  const settle = (isIn: boolean) => {
    setWaiting([]);
    for (const done of waiting) done(isIn);
  };
  const login = (
    <LoginDialog
      open={waiting.length > 0}
      email={email}
      onIn={() => settle(true)}
      onClose={() => settle(false)}
    />
  );
  return { ask, login };
}

// Opens the login over the current screen when the session ends during work.
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Dialog } from "storefront/kit/dialog.tsx";
import { strings } from "#app/et/strings.ts";
import { LoginForm } from "./login-form.tsx";
import { useSession } from "./session.ts";
import { loginRequest } from "./with-login.ts";

const text = strings.login;

export function LoginDialog() {
  const isOpen = useSyncExternalStore(loginRequest.subscribe, loginRequest.isOpen);
  const session = useSession();
  // After a logout in another tab the session is missing before a call of this tab returns 401.
  const [email, setEmail] = useState("");
  if (session && session.email !== email) setEmail(session.email);
  return isOpen ? <OpenDialog email={email} /> : null;
}

function OpenDialog({ email }: { email: string }) {
  const session = useSession();
  const [refused, setRefused] = useState(false);
  useEffect(() => document.getElementById("login-password")?.focus(), []);
  const token = session?.token;
  const before = useRef(token);
  useEffect(() => {
    // Logged in, here or in another tab.
    if (token && token !== before.current) loginRequest.complete(true);
  }, [token]);
  return (
    <Dialog
      open
      onClose={() => loginRequest.complete(false)}
      title={text.endedTitle}
      closeLabel={strings.common.close}
    >
      <p className="desk-note">{refused ? text.listener : text.ended}</p>
      <LoginForm
        email={email}
        onIn={() => loginRequest.complete(true)}
        onListener={() => setRefused(true)}
      />
    </Dialog>
  );
}

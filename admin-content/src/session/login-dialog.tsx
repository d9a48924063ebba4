// The session has ended while somebody was working: log in over the work, which stays as it is.
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Dialog } from "storefront/kit/dialog.tsx";
import { strings } from "#app/et/strings.ts";
import { LoginForm } from "./login-form.tsx";
import { useSession } from "./session.ts";
import { loginOver } from "./with-login.ts";

const text = strings.login;

export function LoginOver() {
  const isAsked = useSyncExternalStore(loginOver.subscribe, loginOver.isAsked);
  const session = useSession();
  // A logout in another tab takes the session away before anything here asks for it.
  const [email, setEmail] = useState("");
  if (session && session.email !== email) setEmail(session.email);
  return isAsked ? <LoginDialog email={email} /> : null;
}

function LoginDialog({ email }: { email: string }) {
  const session = useSession();
  const [refused, setRefused] = useState(false);
  useEffect(() => document.getElementById("login-password")?.focus(), []);
  const token = session?.token;
  const before = useRef(token);
  useEffect(() => {
    // Logged in, here or in another tab.
    if (token && token !== before.current) loginOver.settle(true);
  }, [token]);
  return (
    <Dialog
      open
      onClose={() => loginOver.settle(false)}
      title={text.endedTitle}
      closeLabel={strings.common.close}
    >
      <p className="login__lead">{refused ? text.listener : text.ended}</p>
      <LoginForm
        email={email}
        onIn={() => loginOver.settle(true)}
        onListener={() => setRefused(true)}
      />
    </Dialog>
  );
}

// The session has ended while somebody was working: log in over the work, which stays as it is.
import { useEffect, useState } from "react";
import { Dialog } from "storefront/kit/dialog.tsx";
import { strings } from "#app/et/strings.ts";
import { LoginForm } from "./login-form.tsx";

const text = strings.login;

export function LoginDialog({
  open,
  email,
  onIn,
  onClose,
}: {
  open: boolean;
  email: string;
  onIn: () => void;
  onClose: () => void;
}) {
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    if (open) document.getElementById("login-password")?.focus();
  }, [open]);
  return (
    <Dialog open={open} onClose={onClose} title={text.endedTitle} closeLabel={strings.common.close}>
      <p className="login__lead">{refused ? text.listener : text.ended}</p>
      <LoginForm email={email} onIn={onIn} onListener={() => setRefused(true)} />
    </Dialog>
  );
}

import { useState, useTransition } from "react";
import { api } from "#app/api/client.ts";
import { failureText } from "#app/api/failure-text.ts";
import { verifyStrings as text } from "#app/et/screens/verify.ts";
import { Button } from "#app/kit/button.tsx";
import { Notice } from "#app/kit/feedback/notice.tsx";
import { toast } from "#app/kit/toast.tsx";
import { trialIntent } from "#app/session/guard/trial-intent.ts";

/** Sends one email; afterwards the button is disabled until the notice is shown again. */
export function ResendButton() {
  const [sent, setSent] = useState(false);
  const [sending, startTransition] = useTransition();
  const send = () =>
    startTransition(async () => {
      try {
        await api("POST /verify/resend", {
          body: trialIntent.get() === null ? undefined : { trial: true },
        });
        setSent(true);
        toast(text.resent, { kind: "success" });
      } catch (error) {
        toast(failureText(text.resendFailed, error), { kind: "danger" });
      }
    });
  return (
    <Button size="small" pending={sending} disabled={sent} onClick={send}>
      {sending ? text.resending : sent ? text.resent : text.resend}
    </Button>
  );
}

export function VerifyNotice({ email }: { email: string }) {
  return (
    <Notice look="warning" icon="envelope" title={text.notVerified} actions={<ResendButton />}>
      <p>{text.notVerifiedText(email)}</p>
    </Notice>
  );
}

// Reminds of the unconfirmed address and sends the mail again.
import { useState } from "react";
import { verifyStrings } from "#app/et/verify.ts";
import { Button } from "#app/kit/button.tsx";
import { Icon } from "#app/kit/icon.tsx";
import { toast } from "#app/kit/toast.tsx";
import { resendVerification } from "./api.ts";
import { failureText } from "./failure.ts";
import { trialWish } from "./trial-wish.ts";

const text = verifyStrings;

/** One press sends one mail; after it the button rests until the notice is shown anew. */
export function ResendButton() {
  const [state, setState] = useState<"ready" | "sending" | "sent">("ready");
  const send = async () => {
    setState("sending");
    try {
      await resendVerification(trialWish.get() !== null);
      setState("sent");
      toast(text.resent, { kind: "success" });
    } catch (error) {
      setState("ready");
      toast(failureText(text.resendFailed, error), { kind: "danger" });
    }
  };
  return (
    <Button size="small" pending={state === "sending"} disabled={state === "sent"} onClick={send}>
      {state === "sending" ? text.resending : state === "sent" ? text.resent : text.resend}
    </Button>
  );
}

export function VerifyNotice({ email }: { email: string }) {
  return (
    <div className="verify-notice">
      <Icon name="envelope" />
      <div className="verify-notice__text">
        <p>
          <strong>{text.notVerified}</strong>
        </p>
        <p>{text.notVerifiedText(email)}</p>
      </div>
      <ResendButton />
    </div>
  );
}

import { useState } from "react";
import { useRevalidator } from "react-router";
import { isApiError } from "storefront/api/errors.ts";
import { Button } from "storefront/kit/button.tsx";
import { toast } from "storefront/kit/toast.tsx";
import { personStrings } from "#app/et/operator/person.ts";
import { moment } from "#app/et/time.ts";
import { usePending } from "#app/kit/use-pending.ts";
import { resendEmail } from "#app/operator/calls.ts";
import { operatorFailure } from "#app/operator/failure.ts";
import type { PersonEmail } from "#app/operator/types.ts";
import { withLogin } from "#app/session/with-login.ts";
import { Part, useFirst } from "./part.tsx";

const text = personStrings.emails;

export function Emails({ emails }: { emails: PersonEmail[] }) {
  const [shown, more] = useFirst(emails, 10);
  return (
    <Part title={text.title}>
      {emails.length === 0 ? (
        <p className="desk-note">{text.none}</p>
      ) : (
        <ul className="op-lines op-card">
          {shown.map((email) => (
            <li key={email.id}>
              <span className="op-lines__main">
                {email.subject}
                <span className="desk-muted">
                  {email.sentAt
                    ? text.sent(moment(email.sentAt))
                    : `${text.unsent}, ${moment(email.createdAt)}`}
                </span>
              </span>
              {!email.sentAt && <Resend email={email} />}
            </li>
          ))}
        </ul>
      )}
      {more}
    </Part>
  );
}

function Resend({ email: { id, subject } }: { email: PersonEmail }) {
  const { revalidate } = useRevalidator();
  const [done, setDone] = useState(false);
  const [pending, resend] = usePending(async () => {
    try {
      await withLogin(() => resendEmail(id));
      setDone(true);
      toast(text.resent, { kind: "success" });
    } catch (error) {
      const sent = isApiError(error, 409);
      toast(sent ? text.alreadySent : operatorFailure(error), { kind: "danger" });
      if (sent) await revalidate();
    }
  });
  return (
    <Button
      size="small"
      pending={pending || done}
      aria-label={text.resendOf(subject)}
      onClick={resend}
    >
      {text.resend}
    </Button>
  );
}

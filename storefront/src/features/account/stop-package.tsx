// Ending the package and taking the ending back.
import { useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { isApiError } from "#app/api/errors.ts";
import { reportError } from "#app/api/report.ts";
import type { PackageType } from "#app/api/types.ts";
import { accountStrings } from "#app/et/account.ts";
import { date } from "#app/et/format.ts";
import { strings } from "#app/et/strings.ts";
import { failureText } from "#app/features/auth/failure.ts";
import { endExpiredSession } from "#app/features/auth/logout.ts";
import { refreshUser } from "#app/features/auth/refresh.ts";
import { getSession, hasActivePackage, updateUser } from "#app/features/auth/session.ts";
import { changeSubscription, unsubscribe } from "#app/features/packages/api.ts";
import { Button } from "#app/kit/button.tsx";
import { Dialog } from "#app/kit/dialog.tsx";
import { toast } from "#app/kit/toast.tsx";
import { paths } from "#app/paths.ts";

const text = accountStrings;
const TOAST_MS = 6000;

export function StopButton() {
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const { revalidate } = useRevalidator();
  const close = () => {
    if (!pending) setAsking(false);
  };
  const stop = async () => {
    const session = getSession();
    if (!session || !hasActivePackage(session.user)) return setAsking(false);
    setPending(true);
    try {
      const user = await unsubscribe();
      updateUser(user, session.token);
      const until = user.subscriptionExpiresAt ?? session.user.subscriptionExpiresAt;
      toast(text.stopped(until ? date(until) : "-"), { ms: TOAST_MS });
      setAsking(false);
      await revalidate();
    } catch (error) {
      if (isApiError(error, 401)) endExpiredSession();
      console.error("Ending the package failed", error);
      reportError(error, "unsubscribe");
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {text.stop}
      </Button>
      <Dialog
        open={asking}
        onClose={close}
        title={text.stopTitle}
        closeLabel={strings.common.close}
        actions={
          <>
            <Button onClick={close}>{strings.common.cancel}</Button>
            <Button look="danger" pending={pending} onClick={stop}>
              {text.stopConfirm}
            </Button>
          </>
        }
      >
        <p>{text.stopText}</p>
      </Dialog>
    </>
  );
}

export function ResumeButton({ kind }: { kind: PackageType }) {
  const [pending, setPending] = useState(false);
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const resume = async () => {
    setPending(true);
    try {
      await changeSubscription({ subscriptionType: kind });
      toast(text.resumed, { kind: "success" });
      await refreshUser().catch(() => {});
      await revalidate();
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (error.status === 401) endExpiredSession();
      // Without a card there is nothing to go on with: one is asked for first.
      else if (error.code === "card-missing") {
        navigate(paths.cardPayment("change-card-details", "web"));
      } else toast(failureText(text.resumeFailed, error), { kind: "danger" });
    } finally {
      setPending(false);
    }
  };
  return (
    <Button look="primary" size="small" pending={pending} onClick={resume}>
      {text.resume}
    </Button>
  );
}

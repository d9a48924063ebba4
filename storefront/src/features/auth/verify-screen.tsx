// /verify-email: confirms the address with the token from the email. Only this page's POST uses the token, so
// that a mail scanner that opens the link does not.
import { useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { api } from "#app/api/client.ts";
import { failureText } from "#app/api/failure-text.ts";
import { subscriptionStrings } from "#app/et/screens/common.ts";
import { verifyStrings as text } from "#app/et/screens/verify.ts";
import { strings } from "#app/et/strings.ts";
import { Button } from "#app/kit/button.tsx";
import { toast } from "#app/kit/toast.tsx";
import { refreshUser } from "#app/session/refresh.ts";
import { AuthPage } from "./auth-page.tsx";
import { verifyToken } from "./link-token.ts";

let running: { token: string; done: Promise<void> } | null = null;

/** One POST for each token, however often the effect runs. */
function verifyOnce(token: string): Promise<void> {
  if (running?.token !== token) {
    running = {
      token,
      done: api("POST /verify", { body: { token } }).then(async () => {
        verifyToken.set(null);
        await refreshUser().catch(() => {});
      }),
    };
  }
  return running.done;
}

export function VerifyScreen({ next }: { /** Where a confirmed person goes. */ next: string }) {
  const navigate = useNavigate();
  const [token] = useState(() => verifyToken.get());
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt repeats the effect
  useEffect(() => {
    if (!token) return;
    let left = false;
    verifyOnce(token).then(
      () => {
        if (left) return;
        toast(text.verified, { kind: "success" });
        navigate(next, { replace: true });
      },
      (error) => {
        running = null;
        if (!left) setFailure(failureText(text.verifyFailed, error));
      },
    );
    return () => {
      left = true;
    };
  }, [token, attempt, next, navigate]);

  if (!token) {
    return (
      <AuthPage title={text.verifyNoToken} lead={text.verifyNoTokenText} noReferrer>
        <p className="auth__other muted">
          <Link to={paths.account}>{subscriptionStrings.account}</Link>
        </p>
      </AuthPage>
    );
  }
  return (
    <AuthPage title={text.verifyTitle} noReferrer>
      <div role="status" className="lead">
        <p>{failure ?? text.verifying}</p>
      </div>
      {failure && (
        <>
          <p className="muted">{text.verifyHint}</p>
          <div className="button-group">
            <Button
              look="primary"
              onClick={() => {
                setFailure(null);
                setAttempt(attempt + 1);
              }}
            >
              {strings.common.retry}
            </Button>
            <Link to={paths.account}>{subscriptionStrings.account}</Link>
          </div>
        </>
      )}
    </AuthPage>
  );
}

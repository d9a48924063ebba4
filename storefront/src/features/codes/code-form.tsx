// One field and 'Aktiveeri', shut for visitors.
import { type FormEvent, type ReactNode, useState } from "react";
import { Link, useLocation } from "react-router";
import { isApiError } from "#app/api/errors.ts";
import { codeStrings } from "#app/et/codes.ts";
import { failureText } from "#app/features/auth/failure.ts";
import { endExpiredSession } from "#app/features/auth/logout.ts";
import type { RedirectState } from "#app/features/auth/redirect.ts";
import { useSession } from "#app/features/auth/session.ts";
import { Button } from "#app/kit/button.tsx";
import { Field } from "#app/kit/field.tsx";
import { toast } from "#app/kit/toast.tsx";
import { paths } from "#app/paths.ts";

const text = codeStrings;

/** The catalogue's words by status; anything else is `failed`. */
export type CodeMessages = { done: string; failed: string; byStatus: Record<number, string> };

export function CodeForm({
  id,
  label,
  loggedOut,
  messages,
  activate,
  children,
}: {
  id: string;
  label: string;
  /** Why the field is shut. */
  loggedOut: string;
  messages: CodeMessages;
  activate: (code: string) => Promise<void>;
  /** What came of it, under the form. */
  children?: ReactNode;
}) {
  const loggedIn = useSession() !== null;
  const { pathname } = useLocation();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const code = String(new FormData(form).get("code") ?? "").trim();
    if (!code || pending || !loggedIn) return;
    setPending(true);
    setError(null);
    try {
      await activate(code);
      form.reset();
      toast(messages.done, { kind: "success" });
    } catch (reason) {
      // A used gift card answers 401 as well; only this code means the session.
      if (isApiError(reason, 401) && reason.code === "unauthorized") endExpiredSession();
      else if (isApiError(reason)) {
        setError(messages.byStatus[reason.status] ?? failureText(messages.failed, reason));
      } else throw reason;
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <form className="code-form" noValidate onSubmit={submit}>
        <Field
          id={id}
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          label={label}
          hint={loggedIn ? undefined : loggedOut}
          error={error}
          disabled={!loggedIn}
          onChange={() => setError(null)}
        />
        <Button type="submit" look="primary" pending={pending} disabled={!loggedIn}>
          {text.activate}
        </Button>
      </form>
      {!loggedIn && (
        <p>
          <Link to={paths.login} state={{ redirect: pathname } satisfies RedirectState}>
            {text.logIn}
          </Link>
        </p>
      )}
      <div role="status">{children}</div>
    </>
  );
}

import type { ReactNode } from "react";
import { type FetcherWithComponents, Link, useLocation } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { codeStrings as text } from "#app/et/screens/codes.ts";
import { shared } from "#app/et/strings.ts";
import { CodeForm, type CodeResult } from "#app/kit/form/code-form.tsx";
import type { RedirectState } from "#app/session/guard/redirect.ts";
import { useSession } from "#app/session/session.ts";

export function CodePanel({
  fetcher,
  id,
  label,
  loggedOut,
  children,
}: {
  fetcher: FetcherWithComponents<CodeResult>;
  id: string;
  label: string;
  /** Why visitors cannot use the field. */
  loggedOut: string;
  children?: ReactNode;
}) {
  const loggedIn = useSession() !== null;
  const { pathname } = useLocation();
  return (
    <>
      <CodeForm
        fetcher={fetcher}
        id={id}
        label={label}
        hint={loggedIn ? undefined : loggedOut}
        disabled={!loggedIn}
        button={text.activate}
        look="primary"
      />
      {!loggedIn && (
        <p>
          <Link to={paths.login} state={{ redirect: pathname } satisfies RedirectState}>
            {shared.logIn}
          </Link>
        </p>
      )}
      <div role="status">{children}</div>
    </>
  );
}

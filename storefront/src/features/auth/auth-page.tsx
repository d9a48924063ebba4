// The frame of the account screens: the form, with a picture next to it on wide screens.
import type { ReactNode } from "react";
import { shared } from "#app/et/strings.ts";
import { BookshelfArt } from "#app/kit/art/bookshelf-art.tsx";
import { PageHead } from "#app/kit/page-head.tsx";

export function AuthPage({
  title,
  lead,
  noReferrer,
  children,
}: {
  title: string;
  lead?: ReactNode;
  noReferrer?: boolean;
  children: ReactNode;
}) {
  return (
    <>
      <PageHead title={`${title} | ${shared.productName}`} noindex noReferrer={noReferrer} />
      <div className="auth column">
        <div className="auth__main">
          <h1 className="auth__title">{title}</h1>
          {lead && <p className="auth__lead">{lead}</p>}
          {children}
        </div>
        <div className="auth__art" aria-hidden="true">
          <BookshelfArt />
        </div>
      </div>
    </>
  );
}

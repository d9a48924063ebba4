import type { ReactNode } from "react";
import { BookshelfArt } from "#app/kit/art/bookshelf-art.tsx";
import { PageHead } from "#app/layout/page-head.tsx";

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
      <PageHead title={title} noindex noReferrer={noReferrer} />
      <div className="auth column">
        <div className="auth__main">
          <h1>{title}</h1>
          {lead && <p className="lead muted">{lead}</p>}
          {children}
        </div>
        <div className="auth__art" aria-hidden="true">
          <BookshelfArt />
        </div>
      </div>
    </>
  );
}

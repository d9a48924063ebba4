// A screen that only React renders, for one person: not for search engines.
import type { ReactNode } from "react";
import { PageHead } from "#app/layout/page-head.tsx";

export function Screen({
  title,
  narrow = false,
  noReferrer,
  children,
}: {
  /** Of the window; the heading is part of the content. */
  title: string;
  narrow?: boolean;
  noReferrer?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={narrow ? "screen column column--narrow" : "screen column"}>
      <PageHead title={title} noindex noReferrer={noReferrer} />
      {children}
    </div>
  );
}

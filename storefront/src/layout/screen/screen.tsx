import type { ReactNode } from "react";
import { useRevalidator } from "react-router";
import { strings } from "#app/et/strings.ts";
import { Button, type ButtonLook } from "#app/kit/button.tsx";
import { Notice } from "#app/kit/feedback/notice.tsx";
import { PageHead } from "#app/layout/page-head.tsx";

/** A personal screen, so it is not indexed. */
export function Screen({
  title,
  narrow = false,
  noReferrer,
  children,
}: {
  /** The window's title. The heading is in `children`. */
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

export function ReloadButton({
  label = strings.common.retry,
  look,
}: {
  label?: string;
} & Pick<ButtonLook, "look">) {
  const { revalidate, state } = useRevalidator();
  return (
    <Button look={look} pending={state === "loading"} onClick={() => revalidate()}>
      {label}
    </Button>
  );
}

export function LoadFailure({ children = strings.common.loadError }: { children?: ReactNode }) {
  return (
    <Notice look="danger" role="alert" actions={<ReloadButton />}>
      <p>{children}</p>
    </Notice>
  );
}

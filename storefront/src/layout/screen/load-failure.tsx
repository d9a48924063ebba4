// Something could not be loaded: the message, and a button that runs the route's loader again.
import type { ReactNode } from "react";
import { useRevalidator } from "react-router";
import { strings } from "#app/et/strings.ts";
import { Button, type ButtonLook } from "#app/kit/button.tsx";
import { Notice } from "#app/kit/feedback/notice.tsx";

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

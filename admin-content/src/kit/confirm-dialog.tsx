// A confirmation of an action that others see at once or that cannot be undone.
import type { ReactNode } from "react";
import { Button } from "storefront/kit/button.tsx";
import { Dialog } from "storefront/kit/dialog.tsx";
import { strings } from "#app/et/strings.ts";
import { usePending } from "./use-pending.ts";

export function ConfirmDialog({
  title,
  confirm,
  look = "danger",
  children,
  onConfirm,
  onClose,
}: {
  title: string;
  confirm: string;
  look?: "danger" | "primary";
  children: ReactNode;
  /** The button is pending until it resolves. */
  onConfirm: () => unknown;
  onClose: () => void;
}) {
  const [pending, confirmed] = usePending(onConfirm);
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={strings.common.close}
      actions={
        <>
          <Button look={look} pending={pending} onClick={confirmed}>
            {confirm}
          </Button>
          <Button onClick={onClose}>{strings.common.cancel}</Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

// A dialog that asks before something is done.
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

export type ConfirmLabels = { confirm: string; cancel: string; close: string };

/** While `pending`, neither button nor Esc closes the dialog. */
export function ConfirmDialog({
  open,
  title,
  labels,
  danger = false,
  pending = false,
  onConfirm,
  onClose,
  children,
}: {
  open: boolean;
  title: ReactNode;
  labels: ConfirmLabels;
  /** The action cannot be undone: the button is red, and "cancel" comes first. */
  danger?: boolean;
  pending?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  const close = () => {
    if (!pending) onClose();
  };
  const confirm = (
    <Button look={danger ? "danger" : "primary"} pending={pending} onClick={onConfirm}>
      {labels.confirm}
    </Button>
  );
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      closeLabel={labels.close}
      actions={
        <>
          {!danger && confirm}
          <Button onClick={close}>{labels.cancel}</Button>
          {danger && confirm}
        </>
      }
    >
      {children}
    </Dialog>
  );
}

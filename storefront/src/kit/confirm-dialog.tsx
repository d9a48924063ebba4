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
  cancelFirst = false,
  pending = false,
  onConfirm,
  onClose,
  children,
}: {
  open: boolean;
  title: ReactNode;
  labels: ConfirmLabels;
  /** Marks an action that deletes or ends something. */
  danger?: boolean;
  cancelFirst?: boolean;
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
          {!cancelFirst && confirm}
          <Button onClick={close}>{labels.cancel}</Button>
          {cancelFirst && confirm}
        </>
      }
    >
      {children}
    </Dialog>
  );
}

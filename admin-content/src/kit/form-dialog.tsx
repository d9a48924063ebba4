import { type ReactNode, useEffect } from "react";
import { Button } from "storefront/kit/button.tsx";
import { Dialog } from "storefront/kit/dialog.tsx";
import { strings } from "#app/et/strings.ts";

export function FormDialog({
  id,
  title,
  submit,
  pending = false,
  action,
  className,
  focusId,
  children,
  onSubmit,
  onClose,
}: {
  id: string;
  title: string;
  submit: string;
  pending?: boolean;
  action?: ReactNode;
  className?: string;
  /** The control that has the focus when the dialog opens. */
  focusId: string;
  children: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
}) {
  // The dialog itself would begin at its close button.
  useEffect(() => document.getElementById(focusId)?.focus(), [focusId]);
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={strings.common.close}
      className={className}
      actions={
        <>
          <Button type="submit" form={id} look="primary" pending={pending}>
            {submit}
          </Button>
          {action}
          <Button onClick={onClose}>{strings.common.cancel}</Button>
        </>
      }
    >
      <form
        id={id}
        className="desk-fields"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}

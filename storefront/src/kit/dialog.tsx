// A modal dialog over the native <dialog>, which brings the top layer, Esc and the return of focus.
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { IconButton } from "./button.tsx";

type DialogProps = {
  open: boolean;
  /** Called on Esc, the close button, and a press outside the dialog. */
  onClose: () => void;
  title: ReactNode;
  closeLabel: string;
  children?: ReactNode;
  /** Buttons, the main one first. */
  actions?: ReactNode;
  className?: string;
};

export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({
  onClose,
  title,
  closeLabel,
  children,
  actions,
  className,
}: Omit<DialogProps, "open">) {
  const box = useRef<HTMLDialogElement>(null);
  const pressed = useRef<EventTarget>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    // Closed before React removes it, so that focus returns to where it was.
    return () => dialog?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc does the same, natively
    <dialog
      ref={box}
      className={className ? `dialog ${className}` : "dialog"}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        pressed.current = event.target;
      }}
      onClick={({ target, currentTarget }) => {
        // Ignores a press that started inside and ended outside, such as a selection.
        if (target === currentTarget && pressed.current === target) onClose();
      }}
    >
      <div className="dialog__body">
        <div className="dialog__top">
          <h2 className="dialog__title" id={titleId}>
            {title}
          </h2>
          <IconButton icon="close" label={closeLabel} onClick={onClose} />
        </div>
        {children && <div className="dialog__content">{children}</div>}
        {actions && <div className="dialog__actions button-group">{actions}</div>}
      </div>
    </dialog>
  );
}

// Asks before the editor leaves unsaved work: with a dialog inside the desk, with the browser's question outside it.
import { useEffect } from "react";
import { useBlocker } from "react-router";
import { Button } from "storefront/kit/button.tsx";
import { Dialog } from "storefront/kit/dialog.tsx";
import { leaveText as text } from "#app/et/document.ts";
import { strings } from "#app/et/strings.ts";
import { useUnloadQuestion } from "#app/kit/unload-question.ts";

type Props = {
  dirty: boolean;
  saving: boolean;
  /** Resolves to whether all is saved. */
  save: () => Promise<boolean>;
  onDiscard: () => void;
  /** Called when the dialog opens or closes. Nothing is autosaved while it is open. */
  onQuestion?: (isOpen: boolean) => void;
};

export function LeaveGuard({ dirty, saving, save, onDiscard, onQuestion }: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useUnloadQuestion(dirty);
  const isOpen = blocker.state === "blocked";
  useEffect(() => onQuestion?.(isOpen), [isOpen, onQuestion]);
  const stay = () => blocker.reset?.();
  return (
    <Dialog
      open={isOpen}
      onClose={stay}
      title={text.title}
      closeLabel={strings.common.close}
      actions={
        <>
          <Button
            look="primary"
            pending={saving}
            onClick={async () => {
              if (await save()) blocker.proceed?.();
              else blocker.reset?.();
            }}
          >
            {text.save}
          </Button>
          <Button onClick={stay}>{text.stay}</Button>
          <Button
            look="danger"
            onClick={() => {
              onDiscard();
              blocker.proceed?.();
            }}
          >
            {text.leave}
          </Button>
        </>
      }
    >
      <p>{text.text}</p>
    </Dialog>
  );
}

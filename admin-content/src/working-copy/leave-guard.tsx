// Asks before unsaved work is left: by a question inside the desk, by the browser's own outside it.
import { useEffect } from "react";
import { useBlocker } from "react-router";
import { Button } from "storefront/kit/button.tsx";
import { Dialog } from "storefront/kit/dialog.tsx";
import { leaveText as text } from "#app/et/document.ts";
import { strings } from "#app/et/strings.ts";
import { useUnloadQuestion } from "#app/kit/unload-question.ts";

export function LeaveGuard({
  dirty,
  saving,
  save,
  onLeave,
  onAsked,
}: {
  dirty: boolean;
  saving: boolean;
  /** Whether all is saved now. */
  save: () => Promise<boolean>;
  /** What is unsaved is let go. */
  onLeave: () => void;
  /** The question stands, or does no more: nothing is to be saved by itself meanwhile. */
  onAsked?: (isAsked: boolean) => void;
}) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useUnloadQuestion(dirty);
  const isAsked = blocker.state === "blocked";
  useEffect(() => onAsked?.(isAsked), [isAsked, onAsked]);
  const stay = () => blocker.reset?.();
  return (
    <Dialog
      open={isAsked}
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
              onLeave();
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

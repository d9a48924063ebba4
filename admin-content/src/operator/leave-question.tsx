// Asks before an admin leaves something that cannot be seen again.
import { useBlocker } from "react-router";
import { Button } from "storefront/kit/button.tsx";
import { Dialog } from "storefront/kit/dialog.tsx";
import { strings } from "#app/et/strings.ts";
import { useUnloadQuestion } from "#app/kit/unload-question.ts";

type Texts = { title: string; text: string; leave: string; stay: string };

export function LeaveQuestion({ texts: { title, text, leave, stay } }: { texts: Texts }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  );
  useUnloadQuestion(true);
  const close = () => blocker.reset?.();
  return (
    <Dialog
      open={blocker.state === "blocked"}
      onClose={close}
      title={title}
      closeLabel={strings.common.close}
      actions={
        <>
          <Button look="primary" onClick={close}>
            {stay}
          </Button>
          <Button look="danger" onClick={() => blocker.proceed?.()}>
            {leave}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}

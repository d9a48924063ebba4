import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import type { Plan } from "#app/api/types.ts";
import { accountStrings as text } from "#app/et/screens/account.ts";
import { strings } from "#app/et/strings.ts";
import { Button } from "#app/kit/button.tsx";
import { ConfirmDialog } from "#app/kit/confirm-dialog.tsx";
import type { AccountIntent, accountAction } from "./account-action.ts";

function useAccountAction() {
  const { submit, state, data } = useFetcher<typeof accountAction>();
  return {
    pending: state !== "idle",
    data,
    send: (intent: AccountIntent) => submit(intent, { method: "post", action: paths.account }),
  };
}

export function StopButton() {
  const [open, setOpen] = useState(false);
  const { pending, data, send } = useAccountAction();
  useEffect(() => {
    if (data?.done) setOpen(false);
  }, [data]);
  return (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
        {text.stop}
      </Button>
      <ConfirmDialog
        open={open}
        title={text.stopTitle}
        labels={{ ...strings.dialog, confirm: text.confirm }}
        danger
        cancelFirst
        pending={pending}
        onConfirm={() => send({ intent: "stop" })}
        onClose={() => setOpen(false)}
      >
        <p>{text.stopText}</p>
      </ConfirmDialog>
    </>
  );
}

export function ResumeButton({ plan }: { plan: Plan }) {
  const { pending, send } = useAccountAction();
  return (
    <Button
      look="primary"
      size="small"
      pending={pending}
      onClick={() => send({ intent: "resume", plan })}
    >
      {text.resume}
    </Button>
  );
}

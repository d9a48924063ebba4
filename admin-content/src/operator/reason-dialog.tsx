// The dialog of every change: what will happen, fields of the change, and the reason.
import { type ReactNode, useState } from "react";
import { useRevalidator } from "react-router";
import { toast } from "storefront/kit/toast.tsx";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { FormMessages, fieldId } from "./form-messages.tsx";
import { ReasonField } from "./reason-field.tsx";
import { type Codes, reasonCode, useOperatorForm } from "./use-operator-form.ts";

export function ReasonDialog<Result>({
  title,
  submit,
  lead,
  reason: given,
  focusId = fieldId("reason"),
  check,
  fields,
  send,
  done,
  onDone,
  onClose,
}: {
  title: string;
  submit: string;
  lead: ReactNode;
  /** The text that the field of the reason begins with. */
  reason: string;
  focusId?: string;
  check?: () => Codes;
  /** Fields above the reason, with the messages of all fields. */
  fields?: (errors: Record<string, string>) => ReactNode;
  send: (reason: string) => Promise<Result>;
  /** The notice of success. */
  done: (result: Result) => string;
  /** Called when the screen has the new state. */
  onDone?: () => void;
  onClose: () => void;
}) {
  const { revalidate } = useRevalidator();
  const [reason, setReason] = useState(given);
  const form = useOperatorForm({
    check: () => ({ ...check?.(), reason: reasonCode(reason) }),
    send: () => send(reason.trim()),
    onDone: async (result) => {
      await revalidate();
      onClose();
      toast(done(result), { kind: "success" });
      onDone?.();
    },
  });
  return (
    <FormDialog
      id="op-reason-form"
      title={title}
      submit={submit}
      pending={form.pending}
      focusId={focusId}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <FormMessages form={form} />
      <p className="op-lead">{lead}</p>
      {fields?.(form.errors)}
      <ReasonField value={reason} error={form.errors.reason} onChange={setReason} />
    </FormDialog>
  );
}

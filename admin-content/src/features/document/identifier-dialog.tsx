// Another address for a page. The old one leads on, and the writer is told so before.
import { type FormEvent, useEffect, useState } from "react";
import { Button } from "storefront/kit/button.tsx";
import { Dialog } from "storefront/kit/dialog.tsx";
import { Field } from "storefront/kit/form/field.tsx";
import { identifierText as text } from "#app/et/document.ts";
import { strings } from "#app/et/strings.ts";
import { isIdentifier } from "#app/features/items/identifier.ts";
import { storePath } from "#app/paths.ts";
import type { DraftState, Outcome } from "./draft-state.ts";

const FIELD_ID = "document-identifier";

const CODES: Record<string, string> = { taken: text.taken, reserved: text.reserved };

export function IdentifierDialog({
  state: { document, busy, faults },
  onRename,
  onClose,
}: {
  state: DraftState;
  onRename: (identifier: string) => Promise<Outcome>;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState(document.identifier);
  const [own, setOwn] = useState<string>();
  /** What the server refused: its fault is told as long as this stands in the field. */
  const [refused, setRefused] = useState<string>();
  const fault = faults.find(({ field }) => field === "identifier");
  const isRefused = fault && refused === typed.trim();
  const error = own ?? (isRefused ? (CODES[fault.code] ?? text.invalid) : undefined);
  // At first, and again with each refusal.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => window.document.getElementById(FIELD_ID)?.focus(), [error]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const identifier = typed.trim();
    if (identifier === document.identifier) return onClose();
    if (!isIdentifier(identifier)) return setOwn(text.invalid);
    const outcome = await onRename(identifier);
    if (outcome === "taken") setOwn(text.taken);
    else if (outcome === "faults") setRefused(identifier);
    else if (outcome === "done" || outcome === "stale") onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.title}
      closeLabel={strings.common.close}
      actions={
        <>
          <Button type="submit" form="identifier-form" look="primary" pending={busy === "rename"}>
            {busy === "rename" ? text.saving : text.save}
          </Button>
          <Button onClick={onClose}>{strings.common.cancel}</Button>
        </>
      }
    >
      <form id="identifier-form" noValidate onSubmit={submit}>
        <Field
          id={FIELD_ID}
          label={text.label}
          hint={text.hint(storePath(typed || "…"))}
          value={typed}
          maxLength={80}
          autoCapitalize="none"
          spellCheck={false}
          error={error}
          onChange={(event) => {
            setTyped(event.target.value);
            setOwn(undefined);
          }}
        />
        <p>{text.warning(storePath(document.identifier))}</p>
      </form>
    </Dialog>
  );
}

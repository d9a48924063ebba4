import { useEffect, useState } from "react";
import { Field } from "storefront/kit/form/field.tsx";
import { identifierText as text } from "#app/et/document.ts";
import { isIdentifier } from "#app/et/identifier.ts";
import { strings } from "#app/et/strings.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { storePath } from "#app/paths.ts";
import type { Outcome } from "#app/working-copy/types.ts";
import type { DocumentState } from "./document-copy.ts";

const FIELD_ID = "document-identifier";

const CODES: Record<string, string> = {
  taken: text.taken,
  reserved: strings.common.identifierReserved,
};

export function IdentifierDialog({
  state: { remote: document, busy, invalid },
  onRename,
  onClose,
}: {
  state: DocumentState;
  onRename: (identifier: string) => Promise<Outcome>;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState(document.identifier);
  const [own, setOwn] = useState<string>();
  /** The refused value. Its message stays as long as the value is in the field. */
  const [refused, setRefused] = useState<string>();
  const refusal = invalid.find(({ field }) => field === "identifier");
  const isRefused = refusal && refused === typed.trim();
  const error =
    own ?? (isRefused ? (CODES[refusal.code] ?? strings.common.slugInvalid) : undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focused again with each refusal
  useEffect(() => window.document.getElementById(FIELD_ID)?.focus(), [error]);
  const submit = async () => {
    const identifier = typed.trim();
    if (identifier === document.identifier) return onClose();
    if (!isIdentifier(identifier)) return setOwn(strings.common.slugInvalid);
    const outcome = await onRename(identifier);
    if (outcome === "conflict") setOwn(text.taken);
    else if (outcome === "invalid") setRefused(identifier);
    else if (outcome === "done" || outcome === "stale") onClose();
  };
  return (
    <FormDialog
      id="identifier-form"
      title={text.title}
      submit={busy === "rename" ? text.saving : text.save}
      pending={busy === "rename"}
      focusId={FIELD_ID}
      onSubmit={submit}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}

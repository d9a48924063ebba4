// Where a link leads. Over a selection it becomes the link; without one the link's text is asked too.
import type { Editor } from "@tiptap/react";
import { type FormEvent, useEffect, useId, useState } from "react";
import { Button } from "storefront/kit/button.tsx";
import { Dialog } from "storefront/kit/dialog.tsx";
import { Field } from "storefront/kit/field.tsx";
import { strings } from "#app/et/strings.ts";
import { addressOf } from "./address.ts";

const text = strings.editor;

export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const form = useId();
  const before = editor.getAttributes("link").href as string | undefined;
  const needsText = editor.state.selection.empty && before === undefined;
  const [address, setAddress] = useState(before ?? "");
  const [words, setWords] = useState("");
  const [errors, setErrors] = useState<{ address?: string; words?: string }>({});

  // The dialog itself would begin at its close button.
  useEffect(() => {
    document.getElementById(`${form}-${needsText ? "words" : "address"}`)?.focus();
  }, [form, needsText]);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const href = addressOf(address);
    const missing = needsText && !words.trim();
    if (!href || missing) {
      setErrors({
        ...(!href && { address: address.trim() ? text.linkInvalid : strings.common.required }),
        ...(missing && { words: strings.common.required }),
      });
      return;
    }
    const chain = editor.chain();
    if (needsText) {
      chain
        .insertContent({
          type: "text",
          text: words.trim(),
          marks: [{ type: "link", attrs: { href } }],
        })
        .unsetMark("link")
        .run();
    } else chain.extendMarkRange("link").setLink({ href }).run();
    onClose();
  };
  const remove = () => {
    editor.chain().extendMarkRange("link").unsetLink().run();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.linkTitle}
      closeLabel={strings.common.close}
      actions={
        <>
          <Button type="submit" form={form} look="primary">
            {before === undefined ? text.linkSave : text.linkChange}
          </Button>
          {before !== undefined && (
            <Button look="danger" onClick={remove}>
              {text.linkRemove}
            </Button>
          )}
          <Button onClick={onClose}>{strings.common.cancel}</Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={save}>
        {needsText && (
          <Field
            id={`${form}-words`}
            label={text.linkText}
            value={words}
            error={errors.words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
        <Field
          id={`${form}-address`}
          label={text.linkAddress}
          hint={text.linkHint}
          value={address}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.address}
          onChange={(event) => setAddress(event.target.value)}
        />
      </form>
    </Dialog>
  );
}

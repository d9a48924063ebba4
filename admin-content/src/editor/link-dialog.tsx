// Where a link leads. Over a selection it becomes the link; without one the link's text is asked too.
import type { Editor } from "@tiptap/react";
import { type FormEvent, useId, useState } from "react";
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

  const close = () => {
    onClose();
    // After the dialog has given focus back to the button.
    setTimeout(() => editor.commands.focus());
  };
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
    close();
  };
  const remove = () => {
    editor.chain().extendMarkRange("link").unsetLink().run();
    close();
  };
  return (
    <Dialog
      open
      onClose={close}
      title={text.linkTitle}
      closeLabel={strings.common.close}
      actions={
        <>
          <Button type="submit" form={form} look="primary">
            {text.linkSave}
          </Button>
          {before !== undefined && (
            <Button look="danger" onClick={remove}>
              {text.linkRemove}
            </Button>
          )}
          <Button onClick={close}>{strings.common.cancel}</Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={save}>
        {needsText && (
          <Field
            label={text.linkText}
            value={words}
            error={errors.words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
        <Field
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

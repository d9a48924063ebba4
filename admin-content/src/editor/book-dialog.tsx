// Which book a card in the text shows.
import type { Editor } from "@tiptap/react";
import { type FormEvent, useEffect, useId, useState } from "react";
import { Button } from "storefront/kit/button.tsx";
import { Dialog } from "storefront/kit/dialog.tsx";
import type { DeskRef } from "#app/api/types.ts";
import { editorText as text } from "#app/et/editor.ts";
import { strings } from "#app/et/strings.ts";
import { insertBlock } from "./insert.ts";
import type { Refs } from "./refs.ts";
import { TargetPicker } from "./target-picker.tsx";

export function BookDialog({
  editor,
  refs,
  onClose,
}: {
  editor: Editor;
  refs: Refs;
  onClose: () => void;
}) {
  const form = useId();
  const [isChange] = useState(() => editor.isActive("bookCard"));
  const [chosen, setChosen] = useState<DeskRef | null>(
    () => (isChange && refs.find(`book/${editor.getAttributes("bookCard").book}`)) || null,
  );
  const [error, setError] = useState<string>();
  useEffect(() => document.getElementById(`${form}-book`)?.focus(), [form]);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!chosen) {
      setError(text.bookChoose);
      document.getElementById(`${form}-book`)?.focus();
      return;
    }
    refs.add([chosen]);
    const attrs = { book: chosen.ref.slice("book/".length) };
    if (isChange) editor.commands.updateAttributes("bookCard", attrs);
    else insertBlock(editor, editor.schema.nodeFromJSON({ type: "bookCard", attrs }));
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.bookTitle}
      closeLabel={strings.common.close}
      actions={
        <>
          <Button type="submit" form={form} look="primary">
            {isChange ? text.bookChange : text.bookSave}
          </Button>
          <Button onClick={onClose}>{strings.common.cancel}</Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={save}>
        <TargetPicker
          id={`${form}-book`}
          kind="book"
          chosen={chosen}
          error={error}
          onChoose={(book) => {
            setChosen(book);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}

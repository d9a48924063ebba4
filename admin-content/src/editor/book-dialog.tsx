import type { Editor } from "@tiptap/react";
import { useId, useState } from "react";
import type { DeskRef } from "#app/api/types.ts";
import { editorText as text } from "#app/et/editor.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { insertBlock } from "./insert.ts";
import type { Refs } from "./refs.ts";
import { TargetPicker } from "./target-picker.tsx";

type Props = { editor: Editor; refs: Refs; onClose: () => void };

export function BookDialog({ editor, refs, onClose }: Props) {
  const form = useId();
  const [isChange] = useState(() => editor.isActive("bookCard"));
  const [chosen, setChosen] = useState<DeskRef | null>(
    () => (isChange && refs.find(`book/${editor.getAttributes("bookCard").book}`)) || null,
  );
  const [error, setError] = useState<string>();
  const save = () => {
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
    <FormDialog
      id={form}
      title={text.bookTitle}
      submit={isChange ? text.bookChange : text.bookSave}
      focusId={`${form}-book`}
      onSubmit={save}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}

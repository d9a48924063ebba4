// The text as HTML, for admins. Applying it removes markup outside the editor's schema.
import type { Editor } from "@tiptap/react";
import { useId, useState } from "react";
import { editorText as text } from "#app/et/editor.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { TextArea } from "#app/kit/text-area.tsx";

export function SourceDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const id = useId();
  const [html, setHtml] = useState(() => editor.getHTML());
  const apply = () => {
    editor.commands.setContent(html, { emitUpdate: true });
    onClose();
  };
  return (
    <FormDialog
      id={id}
      title={text.sourceTitle}
      submit={text.sourceApply}
      className="desk-dialog-wide"
      focusId={`${id}-html`}
      onSubmit={apply}
      onClose={onClose}
    >
      <TextArea
        id={`${id}-html`}
        className="desk-source"
        label={text.sourceLabel}
        hint={text.sourceHint}
        rows={16}
        spellCheck={false}
        value={html}
        onChange={(event) => setHtml(event.target.value)}
      />
    </FormDialog>
  );
}

// The text as HTML, for those who run the store. What the text cannot hold falls out when it is applied,
// and applying it is one step to undo.
import type { Editor } from "@tiptap/react";
import { useId, useState } from "react";
import { Button } from "storefront/kit/button.tsx";
import { Dialog } from "storefront/kit/dialog.tsx";
import { editorText as text } from "#app/et/editor.ts";
import { strings } from "#app/et/strings.ts";

export function SourceDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const id = useId();
  const [html, setHtml] = useState(() => editor.getHTML());
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.sourceTitle}
      closeLabel={strings.common.close}
      className="desk-dialog-wide"
      actions={
        <>
          <Button
            look="primary"
            onClick={() => {
              editor.commands.setContent(html, { emitUpdate: true });
              onClose();
            }}
          >
            {text.sourceApply}
          </Button>
          <Button onClick={onClose}>{strings.common.cancel}</Button>
        </>
      }
    >
      <div className="field">
        <label className="field__label" htmlFor={id}>
          {text.sourceLabel}
        </label>
        <p className="field__hint" id={`${id}-hint`}>
          {text.sourceHint}
        </p>
        <textarea
          id={id}
          className="field__input field__input--lines desk-source"
          aria-describedby={`${id}-hint`}
          rows={16}
          spellCheck={false}
          value={html}
          onChange={(event) => setHtml(event.target.value)}
        />
      </div>
    </Dialog>
  );
}

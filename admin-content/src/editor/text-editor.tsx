// The rich text of a document. It tells the draft whether it differs from what the server has without
// writing HTML at each key: two documents share all that has not changed, so comparing them is quick.
import type { Node } from "@tiptap/pm/model";
import { EditorContent, useEditor } from "@tiptap/react";
import { useEffect, useRef, useState } from "react";
import { extensions } from "./extensions.ts";
import { LinkDialog } from "./link-dialog.tsx";
import type { TextPort } from "./text-port.ts";
import { Toolbar } from "./toolbar.tsx";

export function TextEditor({
  id,
  label,
  html,
  error,
  attach,
  onChange,
}: {
  id: string;
  label: string;
  /** What the text begins with. */
  html: string;
  error?: string | undefined;
  attach: (port: TextPort) => () => void;
  /** Whether the text differs from what the server has. */
  onChange: (differs: boolean) => void;
}) {
  const labelId = `${id}-label`;
  const base = useRef<Node | null>(null);
  const [linking, setLinking] = useState(false);
  const editor = useEditor({
    extensions,
    content: html,
    injectCSS: false,
    editorProps: {
      attributes: {
        id,
        class: "prose text__input",
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": labelId,
      },
      handleKeyDown: (_, event) => {
        const isLink = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
        if (!isLink) return false;
        event.preventDefault();
        setLinking(true);
        return true;
      },
    },
    onUpdate: ({ editor: now }) => {
      onChange(base.current !== null && !now.state.doc.eq(base.current));
    },
  });
  // When the dialog is gone writing goes on at the cursor, also where a button had opened it.
  const wasLinking = useRef(false);
  useEffect(() => {
    if (wasLinking.current && !linking) editor.view.focus();
    wasLinking.current = linking;
  }, [editor, linking]);
  useEffect(() => {
    base.current ??= editor.state.doc;
    const settle = (doc: Node) => {
      base.current = doc;
      onChange(!editor.state.doc.eq(doc));
    };
    return attach({
      html: () => editor.getHTML(),
      mark: () => editor.state.doc,
      settle: (mark) => settle(mark as Node),
      load: (next) => {
        editor.commands.setContent(next, { emitUpdate: false });
        settle(editor.state.doc);
      },
    });
  }, [editor, attach, onChange]);
  return (
    <div className={error ? "text text--error" : "text"}>
      <div className="text__label" id={labelId}>
        {label}
      </div>
      <div className="text__box">
        <Toolbar editor={editor} controls={id} onLink={() => setLinking(true)} />
        <EditorContent editor={editor} />
      </div>
      <p className="field__error">{error}</p>
      {linking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </div>
  );
}

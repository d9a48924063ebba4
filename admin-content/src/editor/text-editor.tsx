// The rich-text editor. At each key it reports to the working copy whether its text differs from the
// server's. It compares two ProseMirror documents instead of HTML, which is quick because they share
// their unchanged nodes.
import type { Node } from "@tiptap/pm/model";
import { EditorContent, useEditor } from "@tiptap/react";
import { memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Loadable } from "#app/kit/loadable.tsx";
import type { RichText } from "#app/working-copy/types.ts";
import { extensionsWith } from "./extensions.ts";
import { cleanPasted } from "./paste.ts";
import { Refs } from "./refs.ts";
import { Toolbar } from "./toolbar.tsx";
import type { DialogName } from "./tools.ts";
import { WordCount } from "./word-count.tsx";

const loadEditorDialog = async () => (await import("./editor-dialog.tsx")).EditorDialog;

type Props = {
  id: string;
  label: string;
  html: string;
  error?: string | undefined;
  /** For texts with images, cards and links inside the store. */
  refs?: Refs;
  hasSource?: boolean;
  attach: (text: RichText) => () => void;
  /** Called with whether the text differs from the server's. */
  onChange: (differs: boolean) => void;
};

/** Memoised, because typing in other fields renders the form at every key. */
export const TextEditor = memo(function TextEditor({
  id,
  label,
  html,
  error,
  refs,
  hasSource = false,
  attach,
  onChange,
}: Props) {
  const labelId = `${id}-label`;
  const errorId = `${id}-error`;
  const openLink = useRef(() => {});
  const base = useRef<Node | null>(null);
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [extensions] = useState(() => extensionsWith(refs ?? new Refs()));
  const isWrong = Boolean(error);
  const editorProps = useMemo(
    () => ({
      attributes: {
        id,
        class: "prose desk-text__input",
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": labelId,
        ...(isWrong && { "aria-invalid": "true", "aria-describedby": errorId }),
      },
      transformPastedHTML: cleanPasted,
      handleKeyDown: (_: unknown, event: KeyboardEvent) => {
        const isLink = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
        if (!isLink) return false;
        event.preventDefault();
        openLink.current();
        return true;
      },
    }),
    [id, labelId, errorId, isWrong],
  );
  const editor = useEditor({
    extensions,
    editorProps,
    content: html,
    injectCSS: false,
    onUpdate: ({ editor: now }) => {
      onChange(base.current !== null && !now.state.doc.eq(base.current));
    },
  });
  useEffect(() => {
    openLink.current = () => setDialog(editor.isActive("callToAction") ? "call" : "link");
  }, [editor]);
  // After a dialog the focus returns to the cursor, also when a button had opened the dialog.
  const hadDialog = useRef(false);
  useEffect(() => {
    if (hadDialog.current && !dialog) editor.view.focus();
    hadDialog.current = dialog !== null;
  }, [editor, dialog]);
  useEffect(() => {
    base.current ??= editor.state.doc;
    const setBase = (doc: Node) => {
      base.current = doc;
      onChange(!editor.state.doc.eq(doc));
    };
    return attach({
      html: () => editor.getHTML(),
      mark: () => editor.state.doc,
      setBase: (mark) => setBase(mark as Node),
      load: (next) => {
        editor.commands.setContent(next, { emitUpdate: false });
        setBase(editor.state.doc);
      },
    });
  }, [editor, attach, onChange]);
  const close = useCallback(() => setDialog(null), []);
  return (
    <div className={error ? "desk-text desk-text--error" : "desk-text"}>
      <div className="desk-group__label" id={labelId}>
        {label}
      </div>
      <div className="desk-text__box">
        <Toolbar
          editor={editor}
          controls={id}
          tools={{ blocks: refs !== undefined, source: hasSource }}
          onDialog={setDialog}
        />
        <EditorContent editor={editor} />
      </div>
      <div className="desk-text__below">
        <p className="field__error" id={errorId}>
          {error}
        </p>
        <WordCount editor={editor} />
      </div>
      {dialog && (
        <Loadable load={loadEditorDialog} props={{ name: dialog, editor, refs, onClose: close }} />
      )}
    </div>
  );
});

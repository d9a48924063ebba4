import type { Node } from "@tiptap/pm/model";
import type { Editor } from "@tiptap/react";
import { useEffect, useState } from "react";
import { editorText as text } from "#app/et/editor.ts";

const REST_MS = 800;

/** Safari has no idle callbacks. */
const whenIdle = (work: () => void) =>
  "requestIdleCallback" in globalThis ? requestIdleCallback(work) : setTimeout(work);

export function WordCount({ editor }: { editor: Editor }) {
  const [count, setCount] = useState(() => countWords(editor.state.doc));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(
        () => whenIdle(() => editor.isDestroyed || setCount(countWords(editor.state.doc))),
        REST_MS,
      );
    };
    // "update" is not emitted when a text is loaded.
    const onChange = ({ transaction }: { transaction: { docChanged: boolean } }) =>
      transaction.docChanged && later();
    editor.on("transaction", onChange);
    return () => {
      clearTimeout(timer);
      editor.off("transaction", onChange);
    };
  }, [editor]);
  return <p className="desk-muted desk-text__words">{text.words(count)}</p>;
}

/** A word has a letter or a digit. */
export function countWords(doc: Node): number {
  let count = 0;
  for (const _ of doc.textBetween(0, doc.content.size, " ", " ").matchAll(/[\p{L}\p{N}]\S*/gu)) {
    count += 1;
  }
  return count;
}

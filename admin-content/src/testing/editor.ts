// A rich-text editor for unit tests. It is destroyed after the test.
import { Editor, type EditorOptions } from "@tiptap/core";
import { afterEach } from "vitest";
import { extensionsWith } from "#app/editor/extensions.ts";
import { Refs } from "#app/editor/refs.ts";

let opened: Editor[] = [];
afterEach(() => {
  for (const editor of opened) editor.destroy();
  opened = [];
});

export function openEditor(
  content: string,
  { refs = new Refs(), ...options }: Partial<EditorOptions> & { refs?: Refs } = {},
): Editor {
  const extensions = extensionsWith(refs);
  const editor = new Editor({ extensions, content, injectCSS: false, ...options });
  opened.push(editor);
  return editor;
}

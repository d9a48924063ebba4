// The dialogs of the editor, loaded when the first of them opens.
import type { Editor } from "@tiptap/react";
import type { ImageAttributes } from "./blocks.ts";
import { BookDialog } from "./book-dialog.tsx";
import { ImageDialog } from "./image-dialog.tsx";
import { insertBlock } from "./insert.ts";
import { LinkDialog } from "./link-dialog.tsx";
import { type Refs, refOfImage } from "./refs.ts";
import { SourceDialog } from "./source-dialog.tsx";
import type { DialogName } from "./tools.ts";

type EditorDialogProps = {
  name: DialogName;
  editor: Editor;
  refs: Refs | undefined;
  onClose: () => void;
};

export function EditorDialog({ name, editor, refs, onClose }: EditorDialogProps) {
  if (name === "source") return <SourceDialog editor={editor} onClose={onClose} />;
  if (name === "link" || name === "call") {
    return <LinkDialog as={name} editor={editor} refs={refs} onClose={onClose} />;
  }
  if (!refs) return null;
  const Dialog = name === "book" ? BookDialog : ImageBlockDialog;
  return <Dialog editor={editor} refs={refs} onClose={onClose} />;
}

type ImageBlockDialogProps = { editor: Editor; refs: Refs; onClose: () => void };

function ImageBlockDialog({ editor, refs, onClose }: ImageBlockDialogProps) {
  const before = editor.isActive("libraryImage")
    ? (editor.getAttributes("libraryImage") as ImageAttributes)
    : null;
  return (
    <ImageDialog
      chosen={before?.image ?? null}
      description={{ alt: before?.alt ?? "", decorative: before?.decorative ?? false }}
      onClose={onClose}
      onSave={(image, description) => {
        refs.add([refOfImage(image)]);
        const attrs = { image: image.id, ...description };
        if (before) editor.commands.updateAttributes("libraryImage", attrs);
        else insertBlock(editor, editor.schema.nodeFromJSON({ type: "libraryImage", attrs }));
        onClose();
      }}
    />
  );
}

// Confirms the replacement of a public file. Shows the current and the new one.
import { type ReactNode, useEffect, useState } from "react";
import { replaceStrings as text } from "#app/et/images.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

type Props = {
  file: File;
  title: string;
  lead: string;
  before: ReactNode;
  onReplace: () => void;
  onClose: () => void;
};

export function ReplaceDialog({ file, title, lead, before, onReplace, onClose }: Props) {
  return (
    <ConfirmDialog
      title={title}
      confirm={text.replace}
      look="primary"
      onConfirm={onReplace}
      onClose={onClose}
    >
      <p>{lead}</p>
      <div className="desk-replaced">
        <figure className="desk-replaced__side">
          <figcaption>{text.before}</figcaption>
          {before}
        </figure>
        <figure className="desk-replaced__side">
          <figcaption>{text.after(file.name)}</figcaption>
          {file.type.startsWith("audio/") ? (
            <SoundPreview file={file} />
          ) : (
            <ImagePreview file={file} />
          )}
        </figure>
      </div>
    </ConfirmDialog>
  );
}

/** A data URL: the page's content security policy forbids blob images. */
function ImagePreview({ file }: { file: File }) {
  const [url, setUrl] = useState("");
  useEffect(() => {
    const reader = new FileReader();
    reader.onload = () => setUrl(String(reader.result));
    reader.readAsDataURL(file);
    return () => reader.abort();
  }, [file]);
  // The server may read a format that the browser cannot show.
  return (
    url && <img className="desk-replaced__image" src={url} alt="" onError={() => setUrl("")} />
  );
}

function SoundPreview({ file }: { file: File }) {
  const [url, setUrl] = useState("");
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  // biome-ignore lint/a11y/useMediaCaption: a sample of an audiobook has no captions
  return url && <audio className="desk-replaced__sound" controls src={url} />;
}

import { type ReactNode, useState } from "react";
import { Cover } from "storefront/kit/cover.tsx";
import type { DeskBook } from "#app/api/types.ts";
import { bookStrings as text } from "#app/et/books.ts";
import { sentText } from "#app/et/images.ts";
import { FileButton, UploadProgress } from "#app/kit/file-button.tsx";
import { ReplaceDialog } from "#app/kit/replace-dialog.tsx";
import type { FilePart } from "./book-copy.ts";

export function Files({
  book: { title, cover, sample, isVisible },
  busy,
  sent,
  errors,
  onFile,
}: {
  book: DeskBook;
  busy: string | null;
  sent: number;
  errors: Partial<Record<FilePart, string>>;
  onFile: (part: FilePart, file: File) => void;
}) {
  const [asked, setAsked] = useState<{ part: FilePart; file: File } | null>(null);
  /** A public file is replaced after a confirmation. */
  const take = (part: FilePart, file: File) => {
    if (isVisible && (part === "cover" ? cover : sample)) setAsked({ part, file });
    else onFile(part, file);
  };
  const coverImage = <Cover cover={cover} title={title} alt="" sizes="160px" />;
  const section = (part: FilePart, accept: string, current: ReactNode) => {
    const words = text.files[part];
    return (
      <section className="desk-stack" aria-labelledby={`book-${part}`}>
        <h2 className="desk-title-3" id={`book-${part}`}>
          {words.title}
        </h2>
        {current || <p className="field__hint">{words.none}</p>}
        <FileButton
          label={words.input}
          accept={accept}
          pending={busy !== null}
          onFiles={([file]) => file && take(part, file)}
        >
          {current ? words.replace : words.add}
        </FileButton>
        {busy === part && <UploadProgress share={sent} label={sentText(sent)} />}
        <p className="field__error" role="alert">
          {errors[part]}
        </p>
      </section>
    );
  };
  return (
    <div className="desk-stack desk-section desk-files">
      {section(
        "cover",
        "image/*",
        cover && <span className="desk-files__cover">{coverImage}</span>,
      )}
      {section(
        "sample",
        "audio/*",
        sample && (
          <p className="field__hint desk-wrap">
            {`${sample.name} · ${text.seconds(Math.round(sample.durationSeconds))}`}
          </p>
        ),
      )}
      {asked && (
        <ReplaceDialog
          file={asked.file}
          title={text.files[asked.part].replaceTitle}
          lead={text.files[asked.part].replaceText}
          before={
            asked.part === "cover" ? (
              <span className="desk-replaced__image">{coverImage}</span>
            ) : (
              sample?.name
            )
          }
          onReplace={() => {
            setAsked(null);
            onFile(asked.part, asked.file);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

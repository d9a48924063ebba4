// The cover and the sample of a book, and their replacement.

import { useState } from "react";
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
  const isCover = asked?.part === "cover";
  const status = (part: FilePart) => (
    <>
      {busy === part && <UploadProgress share={sent} label={sentText(sent)} />}
      <p className="field__error" role="alert">
        {errors[part]}
      </p>
    </>
  );
  return (
    <div className="desk-stack desk-section desk-files">
      <section className="desk-stack" aria-labelledby="book-cover">
        <h2 className="desk-title-3" id="book-cover">
          {text.cover}
        </h2>
        {cover ? (
          <span className="desk-files__cover">
            <Cover cover={cover} title={title} alt="" sizes="160px" />
          </span>
        ) : (
          <p className="field__hint">{text.noCover}</p>
        )}
        <FileButton
          label={text.coverInput}
          accept="image/*"
          pending={busy !== null}
          onFiles={([file]) => file && take("cover", file)}
        >
          {cover ? text.replaceCover : text.addCover}
        </FileButton>
        {status("cover")}
      </section>
      <section className="desk-stack" aria-labelledby="book-sample">
        <h2 className="desk-title-3" id="book-sample">
          {text.sample}
        </h2>
        <p className="field__hint desk-wrap">
          {sample
            ? `${sample.name} · ${text.seconds(Math.round(sample.durationSeconds))}`
            : text.noSample}
        </p>
        <FileButton
          label={text.sampleInput}
          accept="audio/*"
          pending={busy !== null}
          onFiles={([file]) => file && take("sample", file)}
        >
          {sample ? text.replaceSample : text.addSample}
        </FileButton>
        {status("sample")}
      </section>
      {asked && (
        <ReplaceDialog
          file={asked.file}
          title={isCover ? text.replaceCoverTitle : text.replaceSampleTitle}
          lead={isCover ? text.replaceCoverText : text.replaceSampleText}
          before={
            isCover ? (
              <span className="desk-replaced__image">
                <Cover cover={cover} title={title} alt="" sizes="160px" />
              </span>
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

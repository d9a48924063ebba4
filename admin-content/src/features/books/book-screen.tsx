// One book: its form on the left, its state and files on the right (below on phones).
import { useState } from "react";
import { AnchorButton, Button } from "storefront/kit/button.tsx";
import { toast } from "storefront/kit/toast.tsx";
import type { Category, DeskBook } from "#app/api/types.ts";
import { sendFile } from "#app/api/upload.ts";
import { bookRecoveryStrings, mergeStrings, bookStrings as text } from "#app/et/books.ts";
import { strings } from "#app/et/strings.ts";
import { moment } from "#app/et/time.ts";
import { imageFailure, soundFailure } from "#app/et/upload-failure.ts";
import { focusSoon } from "#app/kit/focus.ts";
import { useUnloadQuestion } from "#app/kit/unload-question.ts";
import { storeBookPath } from "#app/paths.ts";
import { withLogin } from "#app/session/with-login.ts";
import { FieldConflict } from "#app/working-copy/field-conflict.tsx";
import { LeaveGuard } from "#app/working-copy/leave-guard.tsx";
import { RecoveryNotice } from "#app/working-copy/recovery-notice.tsx";
import {
  useBackups,
  useSave,
  useSaveKey,
  useWorkingCopy,
} from "#app/working-copy/use-working-copy.ts";
import { BackToList } from "./back-link.tsx";
import { BookChanges } from "./book-changes.tsx";
import { type BookState, type FilePart, fieldId, newBookCopy, serverDraftOf } from "./book-copy.ts";
import { bookFields } from "./book-fields.ts";
import { BookForm } from "./book-form.tsx";
import { Files } from "./files.tsx";
import { Value } from "./value.tsx";

const savedText = (book: DeskBook) => (book.isVisible ? text.saved : text.savedHidden);

export function BookScreen({ book, categories }: { book: DeskBook; categories: Category[] }) {
  const { copy, state } = useWorkingCopy(() => newBookCopy(book));
  const backups = useBackups(book.id, copy, () => serverDraftOf(book.id, copy));
  const [fileErrors, setFileErrors] = useState<{ [Part in FilePart]?: string }>({});
  /** The sent share of the file, 0 to 1. */
  const [sent, setSent] = useState(0);

  const save = useSave(copy, savedText, text.saveConflict);
  useSaveKey(save);
  const replaceFile = async (part: FilePart, file: File) => {
    setFileErrors({});
    const isCover = part === "cover";
    const outcome = await copy.run(part, async () => {
      setSent(0);
      const { id } = book;
      const call = () =>
        isCover
          ? sendFile("PUT /desk/books/{id}/cover", { path: { id }, body: file }, setSent)
          : sendFile(
              "PUT /desk/books/{id}/sample",
              { path: { id }, query: { name: file.name }, body: file },
              setSent,
            );
      return copy.receive(await withLogin(call));
    });
    const { error } = copy.getSnapshot();
    if (outcome === "busy") return;
    if (error) {
      setFileErrors({ [part]: (isCover ? imageFailure : soundFailure)(error) });
      return;
    }
    toast(text.files[part].done, { kind: "success" });
    if (outcome === "merged") toast(text.otherChanged);
  };

  const { remote, conflict, busy, dirty } = state;
  useUnloadQuestion(busy !== null);
  return (
    <div className="column">
      <title>{`${state.values.title || text.title} | ${strings.common.product}`}</title>
      <BackToList />
      <h1 className="desk-title">{remote.title}</h1>
      <RecoveryNotice
        copy={copy}
        backups={backups}
        strings={bookRecoveryStrings}
        focusId={fieldId("title")}
      />
      {conflict && (
        <FieldConflict
          key={conflict.remote.version}
          fields={bookFields}
          conflict={conflict}
          strings={mergeStrings}
          show={(name, values) => <Value name={name} values={values} categories={categories} />}
          onDone={(choices) => {
            copy.resolve(choices);
            toast(mergeStrings.done);
            focusSoon("book-save");
          }}
        />
      )}
      {/* During a conflict the form is hidden, not unmounted, so that it does not lose its values. */}
      <div className="desk-split" data-hidden={conflict !== null || undefined}>
        <BookForm copy={copy} state={state} categories={categories} />
        <aside className="desk-side" aria-label={text.state}>
          <div className="desk-bar">
            <p className="desk-muted" role="status">
              {dirty ? strings.common.unsaved : strings.common.allSaved}
            </p>
            <Button
              id="book-save"
              look="primary"
              wide
              pending={busy === "save"}
              aria-keyshortcuts="Control+S"
              onClick={save}
            >
              {busy === "save" ? strings.common.saving : strings.common.save}
            </Button>
          </div>
          <Facts state={state} />
          <Files book={remote} busy={busy} sent={sent} errors={fileErrors} onFile={replaceFile} />
          <BookChanges book={remote} categories={categories} copy={copy} />
        </aside>
      </div>
      <LeaveGuard dirty={dirty} saving={busy !== null} save={save} onDiscard={backups.discard} />
    </div>
  );
}

function Facts({ state: { remote: book } }: { state: BookState }) {
  const minutes = Math.floor((book.durationSeconds ?? 0) / 60);
  return (
    <div className="desk-stack desk-muted">
      <span className={`desk-status desk-status--${book.isVisible ? "published" : "draft"}`}>
        {book.isVisible ? text.visible : text.hidden}
      </span>
      <p>{text.updated(moment(book.updatedAt))}</p>
      <p>
        {text.chapters(book.chapterCount)}
        {book.durationSeconds !== null &&
          ` · ${text.length(Math.floor(minutes / 60), minutes % 60)}`}
      </p>
      {book.isVisible && (
        <AnchorButton
          href={storeBookPath(book.slug)}
          target="_blank"
          rel="noopener"
          size="small"
          icon="external"
        >
          {text.see}
        </AnchorButton>
      )}
    </div>
  );
}

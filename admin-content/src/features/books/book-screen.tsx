// One book: its form on the left, its state and files on the right (below on phones).
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { isApiError } from "storefront/api/errors.ts";
import { AnchorButton, Button } from "storefront/kit/button.tsx";
import { toast } from "storefront/kit/toast.tsx";
import type { Category, DeskBook } from "#app/api/books.ts";
import { keptBookStrings, mergeStrings, bookStrings as text } from "#app/et/books.ts";
import { failureOf } from "#app/et/failure.ts";
import { strings } from "#app/et/strings.ts";
import { moment } from "#app/et/time.ts";
import { pictureFault, soundFault } from "#app/et/upload-failure.ts";
import { KeptNotice } from "#app/features/kept/kept-notice.tsx";
import { useKept } from "#app/features/kept/use-kept.ts";
import { useUnloadQuestion } from "#app/kit/unload-question.ts";
import { storeBookPath } from "#app/paths.ts";
import { LeaveGuard } from "#app/working-copy/leave-guard.tsx";
import { BackLink } from "./back-link.tsx";
import { BookChanges } from "./book-changes.tsx";
import { BookForm } from "./book-form.tsx";
import { BookDraft, type BookState } from "./draft.ts";
import { fieldId, messagesOf } from "./faults.ts";
import { Files } from "./files.tsx";
import { findKeptBook } from "./kept-book.ts";
import { MergeView } from "./merge-view.tsx";

export function BookScreen({ book, categories }: { book: DeskBook; categories: Category[] }) {
  const [draft] = useState(() => new BookDraft(book));
  const state = useSyncExternalStore(draft.subscribe, draft.getSnapshot);
  const { keep, aside, letGo } = useKept(book.id, draft);
  const [fileFaults, setFileFaults] = useState<{ cover?: string; sample?: string }>({});

  const save = useCallback(async (): Promise<boolean> => {
    const outcome = await draft.save();
    if (outcome === "done" || outcome === "taken") {
      toast(draft.getSnapshot().book.isVisible ? text.saved : text.savedHidden, {
        kind: "success",
      });
      return true;
    }
    if (typeof outcome === "object") {
      const { failed } = outcome;
      const isConflict = isApiError(failed) && failed.code === "conflict";
      const words = isConflict ? text.saveConflict : failureOf(failed, text.saveFailed);
      toast(words, { kind: "danger", ms: 0 });
    } else if (
      outcome === "faults" &&
      Object.keys(messagesOf(draft.getSnapshot().faults)).length === 0
    ) {
      toast(text.saveFailed, { kind: "danger", ms: 0 });
    }
    return false;
  }, [draft]);
  const sendFile = async (part: "cover" | "sample", file: File) => {
    setFileFaults({});
    const isCover = part === "cover";
    const outcome = await (isCover ? draft.replaceCover(file) : draft.replaceSample(file));
    if (outcome === "busy") return;
    if (typeof outcome === "object") {
      const fault = (isCover ? pictureFault : soundFault)(outcome.failed);
      setFileFaults({ [part]: fault });
      return;
    }
    toast(isCover ? text.coverDone : text.sampleDone, { kind: "success" });
    if (outcome === "taken") toast(text.otherChanged);
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
      event.preventDefault();
      if (!event.repeat) void save();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [save]);

  const { conflict, busy, dirty } = state;
  useUnloadQuestion(busy !== null);
  return (
    <div className="book column">
      <title>{`${state.fields.title || text.title} | ${strings.common.product}`}</title>
      <BackLink />
      <h1 className="book__title">{state.book.title}</h1>
      <KeptNotice
        id={book.id}
        find={() => findKeptBook(book)}
        isOlder={(kept) => kept.version !== book.version}
        takeUp={draft.takeUp}
        isWaiting={conflict !== null}
        keep={keep}
        aside={aside}
        words={keptBookStrings}
        next={fieldId("title")}
      />
      {conflict && (
        <MergeView
          key={conflict.book.version}
          conflict={conflict}
          categories={categories}
          onDone={(choices) => {
            draft.resolve(choices);
            toast(mergeStrings.done);
            requestAnimationFrame(() => document.getElementById("book-save")?.focus());
          }}
        />
      )}
      {/* Under a conflict the form waits, with all that is in it. */}
      <div className="book__parts" data-waits={conflict !== null || undefined}>
        <BookForm draft={draft} state={state} categories={categories} />
        <aside className="book__side" aria-label={text.state}>
          <div className="book__acts">
            <p className="book__unsaved" role="status">
              {dirty ? text.unsaved : text.allSaved}
            </p>
            <Button
              id="book-save"
              look="primary"
              wide
              pending={busy === "save"}
              aria-keyshortcuts="Control+S"
              onClick={save}
            >
              {busy === "save" ? text.saving : text.save}
            </Button>
          </div>
          <Facts state={state} />
          <Files
            book={state.book}
            busy={busy}
            sent={state.sent}
            faults={fileFaults}
            onFile={sendFile}
          />
          <BookChanges book={state.book} categories={categories} draft={draft} />
        </aside>
      </div>
      <LeaveGuard dirty={dirty} saving={busy !== null} save={save} onLeave={letGo} />
    </div>
  );
}

function Facts({ state: { book } }: { state: BookState }) {
  const minutes = Math.floor((book.durationSeconds ?? 0) / 60);
  return (
    <div className="book__facts">
      <span className={`status status--${book.isVisible ? "published" : "draft"}`}>
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

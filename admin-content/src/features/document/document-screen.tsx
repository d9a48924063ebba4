// One document: its text and fields on the left, its state and actions on the right (below on phones).
import { useCallback, useEffect, useState } from "react";
import { toast } from "storefront/kit/toast.tsx";
import type { Category, Document, DocumentSummary } from "#app/api/types.ts";
import { Refs } from "#app/editor/refs.ts";
import { conflictText, identifierText, recoveryText, scheduleText } from "#app/et/document.ts";
import { strings } from "#app/et/strings.ts";
import { focusSoon } from "#app/kit/focus.ts";
import { Loadable, usePreloaded } from "#app/kit/loadable.tsx";
import { BackLink } from "#app/kit/screen-head.tsx";
import { paths } from "#app/paths.ts";
import { LeaveGuard } from "#app/working-copy/leave-guard.tsx";
import { RecoveryNotice } from "#app/working-copy/recovery-notice.tsx";
import { useSaveKey } from "#app/working-copy/use-working-copy.ts";
import { Actions } from "./actions.tsx";
import { fieldId } from "./document-copy.ts";
import { DocumentForm } from "./document-form.tsx";
import { Presence } from "./presence.tsx";
import { useDocument } from "./use-document.ts";
import { usePreview } from "./use-preview.ts";

const loadConflictView = async () => (await import("./conflict-view.tsx")).ConflictView;
const loadPreviewPanel = async () => (await import("./preview-panel.tsx")).PreviewPanel;

type Props = { document: Document; pages: DocumentSummary[]; categories: Category[] };

export function DocumentScreen({ document, pages, categories }: Props) {
  const { copy, state, backups, notify, run, setPaused } = useDocument(document);
  const [refs] = useState(() => new Refs(document.refs));
  const preview = usePreview(copy);
  const ConflictView = usePreloaded(loadConflictView, state.conflict !== null);
  const { values, remote, conflict, busy } = state;
  const { kind } = document;

  useEffect(() => refs.add(remote.refs), [refs, remote.refs]);
  useEffect(() => {
    if (conflict) refs.add(conflict.remote.refs);
  }, [refs, conflict]);
  useSaveKey(useCallback(() => run("save"), [run]));

  const schedule = async (publishAt: string | null, takeDownAt: string | null) => {
    const outcome = await copy.schedule(publishAt, takeDownAt);
    const isPlan = publishAt !== null || takeDownAt !== null;
    notify("schedule", outcome, isPlan ? scheduleText.done : scheduleText.cleared);
    return outcome;
  };
  const rename = async (identifier: string) => {
    const outcome = await copy.rename(identifier);
    if (notify("rename", outcome, identifierText.done)) void preview.refresh();
    return outcome;
  };
  const keepMine = () => {
    copy.keepMine();
    toast(conflictText.keptMine);
    focusSoon(fieldId("title"));
  };
  const takeTheirs = async () => {
    if (!notify("save", await copy.takeTheirs(), conflictText.tookTheirs)) return;
    focusSoon(fieldId("title"));
  };

  return (
    <div className={`desk-document column ${preview.hasRoom ? "desk-document--wide" : ""}`}>
      <title>{`${values.title || strings.kinds[kind]} | ${strings.common.product}`}</title>
      <div className="desk-top">
        <BackLink to={paths.documents}>{strings.common.allDocuments}</BackLink>
        <p className="desk-muted">
          {strings.kinds[kind]} · {remote.identifier}
        </p>
        <h1 className="visually-hidden">{`${strings.kinds[kind]}: ${remote.title}`}</h1>
      </div>
      <Presence id={document.id} session={copy.session} />
      <RecoveryNotice
        copy={copy}
        backups={backups}
        strings={recoveryText}
        focusId={fieldId("title")}
      />
      {conflict && ConflictView && (
        <ConflictView
          key={conflict.remote.revision}
          conflict={conflict}
          refs={[...refs.all(), ...conflict.remote.refs]}
          pending={busy !== null}
          onMine={keepMine}
          onTheirs={takeTheirs}
        />
      )}
      {/* During a conflict the form is hidden, not unmounted, so that it does not lose its values. */}
      <div className="desk-split" data-hidden={(conflict && ConflictView !== null) || undefined}>
        <DocumentForm
          document={document}
          copy={copy}
          state={state}
          pages={pages}
          categories={categories}
          refs={refs}
        />
        {preview.shown && (
          <Loadable
            load={loadPreviewPanel}
            props={{
              preview: preview.shown,
              copy,
              requests: preview.requests,
              onExpired: preview.refresh,
              onClose: preview.close,
            }}
          />
        )}
        <Actions
          state={state}
          run={run}
          opening={preview.opening}
          onPreview={preview.open}
          onSchedule={schedule}
          onRename={rename}
        />
      </div>
      <LeaveGuard
        dirty={state.dirty}
        saving={busy !== null}
        save={() => run("save")}
        onDiscard={backups.discard}
        onQuestion={setPaused}
      />
    </div>
  );
}

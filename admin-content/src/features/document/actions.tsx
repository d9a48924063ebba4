// The state of a document and the actions on it. On phones the two main actions stay at the bottom.
import { useState } from "react";
import { AnchorButton, Button, LinkButton } from "storefront/kit/button.tsx";
import {
  archiveText,
  identifierText,
  previewText,
  scheduleText,
  documentText as text,
} from "#app/et/document.ts";
import { strings } from "#app/et/strings.ts";
import { moment } from "#app/et/time.ts";
import { ConfirmDialog } from "#app/kit/confirm-dialog.tsx";
import { focusSoon } from "#app/kit/focus.ts";
import { Loadable } from "#app/kit/loadable.tsx";
import { StatusBadge } from "#app/kit/status-badge.tsx";
import { paths, storePath } from "#app/paths.ts";
import type { Outcome } from "#app/working-copy/types.ts";
import type { DocumentState } from "./document-copy.ts";
import { failureLine, saveLine } from "./save-line.ts";
import { SchedulePanel } from "./schedule-panel.tsx";
import type { PlainAction } from "./use-document.ts";

const loadIdentifierDialog = async () => (await import("./identifier-dialog.tsx")).IdentifierDialog;

/** The button that gets the focus when the preview is closed. */
export const PREVIEW_BUTTON_ID = "document-preview";
const PUBLISH_BUTTON_ID = "document-publish";
const ARCHIVE_BUTTON_ID = "document-archive";

type Props = {
  state: DocumentState;
  run: (action: PlainAction) => Promise<boolean>;
  opening: boolean;
  onPreview: () => void;
  onSchedule: (publishAt: string | null, takeDownAt: string | null) => Promise<Outcome>;
  onRename: (identifier: string) => Promise<Outcome>;
};

export function Actions({ state, run, opening, onPreview, onSchedule, onRename }: Props) {
  const [asking, setAsking] = useState<"takeDown" | "rename" | null>(null);
  const { remote: document, busy } = state;
  const { publishedAt, status } = document;
  const isPage = document.kind === "page";
  const close = () => setAsking(null);
  const archiveButton = (action: "archive" | "unarchive") => (
    <Button
      id={ARCHIVE_BUTTON_ID}
      size="small"
      pending={busy === "archive"}
      onClick={async () => {
        // One button replaces the other.
        if (await run(action)) focusSoon(ARCHIVE_BUTTON_ID);
      }}
    >
      {archiveText[action]}
    </Button>
  );
  return (
    <aside className="desk-actions" aria-label={text.state}>
      <div className="desk-actions__main">
        <p className="desk-actions__line desk-muted">{saveLine(state)}</p>
        {/* A successful save is not announced. */}
        <p className="visually-hidden" role="status">
          {failureLine(state)}
        </p>
        <div className="desk-actions__buttons">
          <Button
            id={PUBLISH_BUTTON_ID}
            look="primary"
            pending={busy === "publish"}
            onClick={() => run("publish")}
          >
            {busy === "publish" ? text.publishing : text.publish}
          </Button>
          <Button
            pending={busy === "save"}
            aria-keyshortcuts="Control+S"
            onClick={() => run("save")}
          >
            {busy === "save" ? strings.common.saving : text.save}
          </Button>
        </div>
      </div>
      <div className="desk-stack desk-section desk-actions__state desk-muted">
        <StatusBadge status={status} />
        {status === "archived" && (
          <>
            <p>{archiveText.text}</p>
            {archiveButton("unarchive")}
          </>
        )}
        <Plans state={state} />
        {status !== "archived" && (
          <p>{publishedAt ? text.published(moment(publishedAt)) : text.neverPublished}</p>
        )}
        <p>{strings.documents.saved(document.savedBy, moment(document.savedAt))}</p>
        <div className="desk-buttons">
          <Button
            id={PREVIEW_BUTTON_ID}
            size="small"
            icon="eye"
            pending={opening}
            onClick={onPreview}
          >
            {opening ? previewText.opening : previewText.open}
          </Button>
          <LinkButton to={paths.history(document.id)} size="small" icon="clock">
            {text.history}
          </LinkButton>
          {isPage && publishedAt && (
            <AnchorButton
              href={storePath(document.identifier)}
              target="_blank"
              rel="noopener"
              size="small"
              icon="external"
            >
              {text.see}
            </AnchorButton>
          )}
          {isPage && (
            <Button size="small" onClick={() => setAsking("rename")}>
              {identifierText.change}
            </Button>
          )}
          {status === "draft" && archiveButton("archive")}
          {publishedAt && (
            <Button size="small" look="danger" onClick={() => setAsking("takeDown")}>
              {text.takeDown}
            </Button>
          )}
        </div>
      </div>
      <SchedulePanel state={state} onSchedule={onSchedule} />
      {asking === "rename" && (
        <Loadable load={loadIdentifierDialog} props={{ state, onRename, onClose: close }} />
      )}
      {asking === "takeDown" && (
        <ConfirmDialog
          title={text.takeDownTitle}
          confirm={text.takeDown}
          onConfirm={async () => {
            const isDone = await run("takeDown");
            close();
            // The button that opened the dialog has disappeared.
            if (isDone) focusSoon(PUBLISH_BUTTON_ID);
          }}
          onClose={close}
        >
          <p>{text.takeDownText}</p>
        </ConfirmDialog>
      )}
    </aside>
  );
}

function Plans({ state: { remote: document } }: { state: DocumentState }) {
  const { publishAt, takeDownAt, scheduledRevision, revision } = document;
  const isOlder = publishAt !== null && scheduledRevision !== null && scheduledRevision < revision;
  return (
    <>
      {publishAt && <p className="desk-actions__plan">{scheduleText.planned(moment(publishAt))}</p>}
      {isOlder && <p>{scheduleText.older(scheduledRevision)}</p>}
      {takeDownAt && <p className="desk-actions__plan">{scheduleText.ends(moment(takeDownAt))}</p>}
    </>
  );
}

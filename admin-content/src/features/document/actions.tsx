// The state of a document and the actions on it. On phones the two main actions stay at the bottom.
import { useState } from "react";
import { AnchorButton, Button, LinkButton } from "storefront/kit/button.tsx";
import { Dialog } from "storefront/kit/dialog.tsx";
import {
  archiveText,
  identifierText,
  previewText,
  scheduleText,
  documentText as text,
} from "#app/et/document.ts";
import { strings } from "#app/et/strings.ts";
import { moment } from "#app/et/time.ts";
import { focusSoon } from "#app/kit/focus.ts";
import { StatusBadge } from "#app/kit/status-badge.tsx";
import { paths, storePath } from "#app/paths.ts";
import type { Outcome } from "#app/working-copy/types.ts";
import type { DocumentState } from "./document-copy.ts";
import { IdentifierDialog } from "./identifier-dialog.tsx";
import { failureLine, saveLine } from "./save-line.ts";
import { SchedulePanel } from "./schedule-panel.tsx";
import type { PlainAction } from "./use-document.ts";

/** Takes the focus back when the preview is closed. */
export const PREVIEW_BUTTON_ID = "document-preview";
const PUBLISH_BUTTON_ID = "document-publish";
const ARCHIVE_BUTTON_ID = "document-archive";

export function Actions({
  state,
  run,
  opening,
  onPreview,
  onSchedule,
  onRename,
}: {
  state: DocumentState;
  run: (action: PlainAction) => Promise<boolean>;
  /** The preview is on its way. */
  opening: boolean;
  onPreview: () => void;
  onSchedule: (publishAt: string | null, takeDownAt: string | null) => Promise<Outcome>;
  onRename: (identifier: string) => Promise<Outcome>;
}) {
  const [asking, setAsking] = useState<"takeDown" | "rename" | null>(null);
  const { remote: document, busy } = state;
  const { publishedAt, status } = document;
  const isPage = document.kind === "page";
  const close = () => setAsking(null);
  // One button comes in the place of the other.
  const archive = async (action: "archive" | "unarchive") => {
    if (await run(action)) focusSoon(ARCHIVE_BUTTON_ID);
  };
  return (
    <aside className="acts" aria-label={text.state}>
      <div className="acts__main">
        <p className="acts__unsaved">{saveLine(state)}</p>
        {/* What goes well is not said aloud at every save. */}
        <p className="visually-hidden" role="status">
          {failureLine(state)}
        </p>
        <div className="acts__buttons">
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
            {busy === "save" ? text.saving : text.save}
          </Button>
        </div>
      </div>
      <div className="acts__state">
        <StatusBadge status={status} />
        {status === "archived" && (
          <>
            <p>{archiveText.text}</p>
            <Button
              id={ARCHIVE_BUTTON_ID}
              size="small"
              pending={busy === "archive"}
              onClick={() => archive("unarchive")}
            >
              {archiveText.unarchive}
            </Button>
          </>
        )}
        <Plans state={state} />
        {status !== "archived" && (
          <p>{publishedAt ? text.published(moment(publishedAt)) : text.neverPublished}</p>
        )}
        <p>{strings.documents.saved(document.savedBy, moment(document.savedAt))}</p>
        <div className="acts__more">
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
          {status === "draft" && (
            <Button
              id={ARCHIVE_BUTTON_ID}
              size="small"
              pending={busy === "archive"}
              onClick={() => archive("archive")}
            >
              {archiveText.archive}
            </Button>
          )}
          {publishedAt && (
            <Button size="small" look="danger" onClick={() => setAsking("takeDown")}>
              {text.takeDown}
            </Button>
          )}
        </div>
      </div>
      <SchedulePanel state={state} onSchedule={onSchedule} />
      {asking === "rename" && (
        <IdentifierDialog state={state} onRename={onRename} onClose={close} />
      )}
      <Dialog
        open={asking === "takeDown"}
        onClose={close}
        title={text.takeDownTitle}
        closeLabel={strings.common.close}
        actions={
          <>
            <Button
              look="danger"
              pending={busy === "takeDown"}
              onClick={async () => {
                const isDone = await run("takeDown");
                close();
                // The button that had asked is gone with what was live.
                if (isDone) focusSoon(PUBLISH_BUTTON_ID);
              }}
            >
              {text.takeDown}
            </Button>
            <Button onClick={close}>{strings.common.cancel}</Button>
          </>
        }
      >
        <p>{text.takeDownText}</p>
      </Dialog>
    </aside>
  );
}

function Plans({ state: { remote: document } }: { state: DocumentState }) {
  const { publishAt, takeDownAt, scheduledRevision, revision } = document;
  const isOlder = publishAt !== null && scheduledRevision !== null && scheduledRevision < revision;
  return (
    <>
      {publishAt && <p className="acts__plan">{scheduleText.planned(moment(publishAt))}</p>}
      {isOlder && <p>{scheduleText.older(scheduledRevision)}</p>}
      {takeDownAt && <p className="acts__plan">{scheduleText.ends(moment(takeDownAt))}</p>}
    </>
  );
}

// The state of a document and what can be done with it. On phones the two main acts stay at the bottom.
import { useState } from "react";
import { AnchorButton, Button, LinkButton } from "storefront/kit/button.tsx";
import { Dialog } from "storefront/kit/dialog.tsx";
import { strings } from "#app/et/strings.ts";
import { moment } from "#app/et/time.ts";
import { StatusBadge } from "#app/features/items/status-badge.tsx";
import { paths, storePath } from "#app/paths.ts";
import type { Act, DraftState } from "./draft.ts";

const text = strings.document;

export function Acts({
  state: { document, dirty, busy },
  act,
}: {
  state: DraftState;
  act: (which: Act) => Promise<boolean>;
}) {
  const [asking, setAsking] = useState(false);
  const { publishedAt, status } = document;
  return (
    <aside className="acts" aria-label={text.state}>
      <div className="acts__main">
        <p className="acts__unsaved" role="status">
          {dirty ? text.unsaved : text.allSaved}
        </p>
        <div className="acts__buttons">
          <Button look="primary" pending={busy === "publish"} onClick={() => act("publish")}>
            {busy === "publish" ? text.publishing : text.publish}
          </Button>
          <Button
            pending={busy === "save"}
            aria-keyshortcuts="Control+S"
            onClick={() => act("save")}
          >
            {busy === "save" ? text.saving : text.save}
          </Button>
        </div>
      </div>
      <div className="acts__state">
        <StatusBadge status={status} />
        <p>{publishedAt ? text.published(moment(publishedAt)) : text.neverPublished}</p>
        <p>{strings.items.saved(document.savedBy, moment(document.savedAt))}</p>
        <div className="acts__more">
          <LinkButton to={paths.history(document.id)} size="small" icon="clock">
            {text.history}
          </LinkButton>
          {document.kind === "page" && publishedAt && (
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
          {publishedAt && (
            <Button size="small" look="danger" onClick={() => setAsking(true)}>
              {text.takeDown}
            </Button>
          )}
        </div>
      </div>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={text.takeDownTitle}
        closeLabel={strings.common.close}
        actions={
          <>
            <Button
              look="danger"
              pending={busy === "takeDown"}
              onClick={async () => {
                await act("takeDown");
                setAsking(false);
              }}
            >
              {text.takeDown}
            </Button>
            <Button onClick={() => setAsking(false)}>{strings.common.cancel}</Button>
          </>
        }
      >
        <p>{text.takeDownText}</p>
      </Dialog>
    </aside>
  );
}

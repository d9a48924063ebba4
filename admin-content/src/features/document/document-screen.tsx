// One document: its text and fields on the left, its state and the acts on the right (below on phones).
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { Icon } from "storefront/kit/icon.tsx";
import { toast } from "storefront/kit/toast.tsx";
import type { Category } from "#app/api/books.ts";
import type { Document, Item } from "#app/api/types.ts";
import { Refs } from "#app/editor/refs.ts";
import { conflictText, identifierText, keptText, scheduleText } from "#app/et/document.ts";
import { strings } from "#app/et/strings.ts";
import { KeptNotice } from "#app/features/kept/kept-notice.tsx";
import { focusSoon } from "#app/kit/focus.ts";
import { Loadable } from "#app/kit/loadable.tsx";
import { paths } from "#app/paths.ts";
import { logInOver } from "#app/session/with-login.ts";
import { LeaveGuard } from "#app/working-copy/leave-guard.tsx";
import { Acts } from "./acts.tsx";
import { ConflictView } from "./conflict-view.tsx";
import { DocumentForm } from "./document-form.tsx";
import type { Outcome } from "./draft-state.ts";
import { FIELD_IDS } from "./faults.ts";
import { findKeptText } from "./kept-text.ts";
import { Presence } from "./presence.tsx";
import { usePreview } from "./use-preview.ts";
import { useWork } from "./use-work.ts";

const loadPreviewPanel = async () => (await import("./preview-panel.tsx")).PreviewPanel;

export function DocumentScreen({
  document,
  pages,
  categories,
}: {
  document: Document;
  pages: Item[];
  /** Of rows of books alone. */
  categories: Category[];
}) {
  const { draft, state, tell, act, keep, aside, letGo, hold } = useWork(document);
  const [refs] = useState(() => new Refs(document.refs));
  const preview = usePreview(draft);
  const { fields, conflict, busy } = state;
  const { kind } = document;

  useEffect(() => refs.add(state.document.refs), [refs, state.document.refs]);
  useEffect(() => {
    if (conflict) refs.add(conflict.theirs.refs);
  }, [refs, conflict]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
      event.preventDefault();
      if (!event.repeat) void act("save");
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [act]);

  const schedule = async (
    publishAt: string | null,
    takeDownAt: string | null,
  ): Promise<Outcome> => {
    const outcome = await draft.schedule(publishAt, takeDownAt);
    const isPlan = publishAt !== null || takeDownAt !== null;
    if (outcome === "done") {
      toast(isPlan ? scheduleText.done : scheduleText.cleared, { kind: "success" });
    } else tell("schedule", outcome, () => void schedule(publishAt, takeDownAt));
    return outcome;
  };
  const rename = async (identifier: string): Promise<Outcome> => {
    let outcome = await draft.rename(identifier);
    // The dialog hears what came of it after the login too.
    if (outcome === "session" && (await logInOver())) outcome = await draft.rename(identifier);
    if (outcome === "done") {
      toast(identifierText.done, { kind: "success" });
      void preview.renew();
    } else if (outcome !== "session") tell("rename", outcome);
    return outcome;
  };

  return (
    <div className={preview.isBeside ? "document document--wide column" : "document column"}>
      <title>{`${fields.title || strings.kinds[kind]} | ${strings.common.product}`}</title>
      <div className="document__top">
        <Link className="back" to={paths.items}>
          <Icon name="arrow-left" />
          {strings.common.allItems}
        </Link>
        <p className="document__kind">
          {strings.kinds[kind]} · {state.document.identifier}
        </p>
        <h1 className="visually-hidden">{`${strings.kinds[kind]}: ${state.document.title}`}</h1>
      </div>
      <Presence id={document.id} editing={draft.editing} />
      <KeptNotice
        id={document.id}
        find={() => findKeptText(document)}
        isOlder={(kept) => kept.basedOn !== document.revision}
        takeUp={draft.takeUp}
        isWaiting={conflict !== null}
        keep={keep}
        aside={aside}
        words={keptText}
        next={FIELD_IDS.title}
      />
      {conflict && (
        <ConflictView
          key={conflict.theirs.revision}
          conflict={conflict}
          refs={[...refs.all(), ...conflict.theirs.refs]}
          pending={busy !== null}
          onMine={() => {
            draft.keepMine();
            toast(conflictText.kept);
            focusSoon(FIELD_IDS.title);
          }}
          onTheirs={async () => {
            let outcome = await draft.takeTheirs();
            if (outcome === "session" && (await logInOver())) outcome = await draft.takeTheirs();
            if (outcome === "done") {
              toast(conflictText.taken);
              focusSoon(FIELD_IDS.title);
            } else if (outcome !== "session") tell("save", outcome);
          }}
        />
      )}
      {/* Under a conflict the form waits, with all that is in it. */}
      <div className="document__parts" data-waits={conflict !== null || undefined}>
        <DocumentForm
          document={document}
          draft={draft}
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
              draft,
              asked: preview.asked,
              onOver: preview.renew,
              onClose: preview.close,
            }}
          />
        )}
        <Acts
          state={state}
          act={act}
          opening={preview.opening}
          onPreview={preview.open}
          onSchedule={schedule}
          onRename={rename}
        />
      </div>
      <LeaveGuard
        dirty={state.dirty}
        saving={busy !== null}
        save={() => act("save")}
        onLeave={letGo}
        onAsked={hold}
      />
    </div>
  );
}

// One document: its text and fields on the left, its state and the acts on the right (below on phones).
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { Link } from "react-router";
import { ErrorSummary } from "storefront/kit/error-summary.tsx";
import { Checkbox, Field } from "storefront/kit/field.tsx";
import { Icon } from "storefront/kit/icon.tsx";
import { Select } from "storefront/kit/select.tsx";
import { toast } from "storefront/kit/toast.tsx";
import type { Document, Item } from "#app/api/types.ts";
import { TextEditor } from "#app/editor/text-editor.tsx";
import { strings } from "#app/et/strings.ts";
import { LoginDialog } from "#app/features/session/login-dialog.tsx";
import { useSession } from "#app/features/session/session.ts";
import { BookPicker } from "#app/features/slider/book-picker.tsx";
import { paths } from "#app/paths.ts";
import { Acts } from "./acts.tsx";
import { ConflictView } from "./conflict-view.tsx";
import { type Act, Draft, type Outcome } from "./draft.ts";
import { FIELD_IDS, messagesOf, summaryOf } from "./faults.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import { TextArea } from "./text-area.tsx";

const text = strings.document;

const DONE: Record<Act, string> = {
  save: text.savedNotice,
  publish: text.publishedNotice,
  takeDown: text.takenDownNotice,
};
const FAILED: Record<Act, string> = {
  save: text.saveFailed,
  publish: text.publishFailed,
  takeDown: text.takeDownFailed,
};

export function DocumentScreen({ document, pages }: { document: Document; pages: Item[] }) {
  const [draft] = useState(() => new Draft(document));
  const state = useSyncExternalStore(draft.subscribe, draft.getSnapshot);
  const session = useSession();
  const [email] = useState(session?.email ?? "");
  /** What goes on after the login, when the session has ended meanwhile. */
  const [waiting, setWaiting] = useState<Act | null>(null);

  const tell = useCallback((act: Act, outcome: Outcome) => {
    if (outcome === "done") toast(DONE[act], { kind: "success" });
    else if (outcome === "session") setWaiting(act);
    else if (outcome === "moved") toast(text.stateChanged);
    else if (outcome === "offline") {
      toast(`${FAILED[act]} ${strings.common.offline}`, { kind: "danger", ms: 0 });
    } else if (outcome === "failed") toast(FAILED[act], { kind: "danger", ms: 0 });
  }, []);
  const act = useCallback(
    async (which: Act): Promise<boolean> => {
      const outcome = await draft[which]();
      tell(which, outcome);
      return outcome === "done";
    },
    [draft, tell],
  );

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
      event.preventDefault();
      if (!event.repeat) void act("save");
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [act]);

  const { fields, conflict, busy } = state;
  const { kind } = document;
  const messages = messagesOf(state.faults);
  return (
    <div className="document column">
      <title>{`${fields.title || strings.kinds[kind]} | ${strings.common.product}`}</title>
      <div className="document__top">
        <Link className="back" to={paths.items}>
          <Icon name="arrow-left" />
          {text.back}
        </Link>
        <p className="document__kind">
          {strings.kinds[kind]} · {document.identifier}
        </p>
        <h1 className="visually-hidden">{`${strings.kinds[kind]}: ${document.title}`}</h1>
      </div>
      {conflict && (
        <ConflictView
          key={conflict.theirs.revision}
          conflict={conflict}
          pending={busy !== null}
          onMine={() => {
            draft.keepMine();
            toast(strings.conflict.kept);
          }}
          onTheirs={async () => {
            const outcome = await draft.takeTheirs();
            if (outcome === "done") toast(strings.conflict.taken);
            else tell("save", outcome);
          }}
        />
      )}
      {/* Under a conflict the form waits, with all that is in it. */}
      <div className="document__parts" hidden={conflict !== null}>
        <div className="document__form">
          <ErrorSummary
            title={strings.common.errorSummary}
            errors={summaryOf(messages)}
            attempt={state.attempt}
          />
          <Field
            id={FIELD_IDS.title}
            label={kind === "slider" ? text.label : text.title}
            value={fields.title}
            maxLength={200}
            error={messages.title}
            onChange={(event) => draft.edit({ title: event.target.value })}
          />
          {kind === "slider" ? (
            <BookPicker
              id={FIELD_IDS.bookIds}
              books={fields.books}
              error={messages.bookIds}
              onChange={(books) => draft.edit({ books })}
            />
          ) : (
            <TextEditor
              id={FIELD_IDS.content}
              label={text.text}
              html={document.body.content ?? ""}
              error={messages.content}
              attach={draft.attach}
              onChange={draft.textChanged}
            />
          )}
          {kind === "page" && (
            <>
              <TextArea
                id={FIELD_IDS.summary}
                label={text.summary}
                hint={text.summaryHint}
                rows={3}
                maxLength={500}
                value={fields.summary}
                error={messages.summary}
                onChange={(event) => draft.edit({ summary: event.target.value })}
              />
              <Checkbox
                label={text.showInFooter}
                checked={fields.showInFooter}
                onChange={(event) => draft.edit({ showInFooter: event.target.checked })}
              />
            </>
          )}
          {kind === "announcement" && (
            <div className="document__link">
              <Select
                id={FIELD_IDS.linkedPage}
                label={text.linkedPage}
                value={fields.linkedPage}
                options={pageOptions(pages, fields.linkedPage)}
                onChange={(event) => draft.edit({ linkedPage: event.target.value })}
              />
              {messages.linkedPage && <p className="field__error">{messages.linkedPage}</p>}
              {fields.linkedPage && (
                <Field
                  id={FIELD_IDS.linkText}
                  label={text.linkText}
                  value={fields.linkText}
                  maxLength={100}
                  error={messages.linkText}
                  onChange={(event) => draft.edit({ linkText: event.target.value })}
                />
              )}
            </div>
          )}
        </div>
        <Acts state={state} act={act} />
      </div>
      <LeaveGuard dirty={state.dirty} saving={busy !== null} save={() => act("save")} />
      <LoginDialog
        open={waiting !== null}
        email={email}
        onClose={() => setWaiting(null)}
        onIn={() => {
          setWaiting(null);
          if (waiting) void act(waiting);
        }}
      />
    </div>
  );
}

/** A page that is gone stays in the list while it is chosen, so that nothing changes unasked. */
function pageOptions(pages: Item[], chosen: string) {
  const options = pages.map((page) => ({ value: page.identifier, label: page.title }));
  const isKnown = !chosen || options.some((option) => option.value === chosen);
  return [
    { value: "", label: text.noPage },
    ...options,
    ...(isKnown ? [] : [{ value: chosen, label: `/${chosen}` }]),
  ];
}

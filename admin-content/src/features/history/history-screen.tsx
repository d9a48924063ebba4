// The revisions of a document. Restoring one is an ordinary save: it publishes and removes nothing.
import { lazy, Suspense, useState } from "react";
import { Link, useLoaderData, useNavigate, useRevalidator } from "react-router";
import { api } from "storefront/api/client.ts";
import { isApiError } from "storefront/api/errors.ts";
import { Button } from "storefront/kit/button.tsx";
import { toast } from "storefront/kit/toast.tsx";
import { listRevisions } from "#app/api/calls.ts";
import type { DeskAudit, Document, Revision, RevisionBody } from "#app/api/types.ts";
import { BodyView } from "#app/document-view/body-view.tsx";
import { failureOf } from "#app/et/failure.ts";
import { historyText as text } from "#app/et/history.ts";
import { strings } from "#app/et/strings.ts";
import { moment } from "#app/et/time.ts";
import { Choice } from "#app/kit/choice.tsx";
import { BackLink } from "#app/kit/screen-head.tsx";
import { usePending } from "#app/kit/use-pending.ts";
import { paths } from "#app/paths.ts";
import { withLogin } from "#app/session/with-login.ts";

const DifferenceView = lazy(async () => ({
  default: (await import("./difference-view.tsx")).DifferenceView,
}));

type Data = { document: Document; revisions: Revision[]; shown: RevisionBody; audit: DeskAudit[] };

export function HistoryScreen() {
  const { document, revisions: newest, shown, audit } = useLoaderData<Data>();
  const { revisions, hasOlder, showOlder, isLoading } = useOlder(document.id, newest);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [compares, setCompares] = useState(false);
  const isNewest = shown.revision === document.revision;

  const [pending, restore] = usePending(async () => {
    try {
      const { leftOut } = await withLogin(() =>
        api("POST /desk/items/{id}/restore", {
          path: { id: document.id },
          body: { revision: document.revision, from: shown.revision },
        }),
      );
      toast(text.restored(shown.revision), { kind: "success" });
      if (leftOut.length > 0) toast(text.leftOut(leftOut.length), { ms: 0 });
      await navigate(paths.document(document.id));
    } catch (error) {
      if (isApiError(error, 409)) {
        toast(text.stale);
        await revalidate();
      } else toast(failureOf(error, text.restoreFailed), { kind: "danger" });
    }
  });

  return (
    <div className="column">
      <title>{`${text.title}: ${document.title} | ${strings.common.product}`}</title>
      <BackLink to={paths.document(document.id)}>{text.back}</BackLink>
      <h1>
        {text.title}: {document.title}
      </h1>
      <div className="desk-split desk-history desk-gap-5">
        <nav aria-label={text.revisions}>
          <ol className="desk-plain-list desk-revisions">
            {revisions.map((each) => (
              <li key={each.revision}>
                <Link
                  className="desk-revision"
                  to={`?versioon=${each.revision}`}
                  preventScrollReset
                  aria-current={each.revision === shown.revision || undefined}
                >
                  <span className="desk-strong">
                    {text.revision(each.revision)}
                    <Marks revision={each.revision} document={document} />
                  </span>
                  <span className="desk-muted">
                    {strings.documents.saved(each.savedBy, moment(each.savedAt))}
                  </span>
                </Link>
              </li>
            ))}
          </ol>
          {hasOlder && (
            <Button size="small" pending={isLoading} onClick={showOlder}>
              {text.older}
            </Button>
          )}
          {revisions.length === 1 && <p className="desk-muted">{text.only}</p>}
        </nav>
        <section className="desk-history__shown" aria-labelledby="shown-revision">
          <div className="desk-top">
            <h2 className="desk-title-4" id="shown-revision">
              {text.revision(shown.revision)}
            </h2>
            {!isNewest && (
              <Button look="primary" pending={pending} onClick={restore}>
                {pending ? text.restoring : text.restore}
              </Button>
            )}
          </div>
          {revisions.length > 1 && (
            <Choice
              name="history-look"
              legend={text.look}
              isLegendHidden
              value={compares ? "difference" : "text"}
              options={[
                { value: "text", label: text.asText },
                { value: "difference", label: text.asDifference },
              ]}
              onChange={(look) => setCompares(look === "difference")}
            />
          )}
          {compares ? (
            <Suspense fallback={<p>{text.comparing}</p>}>
              <DifferenceView
                key={shown.revision}
                document={document}
                revisions={revisions}
                shown={shown}
              />
            </Suspense>
          ) : (
            <BodyView
              kind={document.kind}
              body={shown.body}
              books={shown.books}
              refs={shown.refs ?? document.refs}
              against={isNewest ? undefined : document.body.content}
            />
          )}
        </section>
      </div>
      <AuditList audit={audit} />
    </div>
  );
}

function useOlder(id: string, newest: Revision[]) {
  const of = newest[0]?.revision;
  // A new revision shifts the pages.
  const [loaded, setLoaded] = useState<{ of?: number; list: Revision[] }>({ list: [] });
  const older = loaded.of === of ? loaded.list : [];
  const last = (older.at(-1) ?? newest.at(-1))?.revision ?? 1;
  const [isLoading, showOlder] = usePending(async () => {
    try {
      const next = await withLogin(() => listRevisions(id, { before: last }));
      setLoaded({ of, list: [...older, ...next] });
    } catch (error) {
      toast(failureOf(error, text.olderFailed), { kind: "danger" });
    }
  });
  return {
    revisions: [...newest, ...older],
    // The first revision is never deleted.
    hasOlder: last > 1,
    showOlder,
    isLoading,
  };
}

function Marks({ revision, document }: { revision: number; document: Document }) {
  const marks = [
    revision === document.revision && text.newest,
    revision === document.publishedRevision && text.live,
  ].filter(Boolean);
  return marks.length > 0 ? (
    <span className="desk-revision__marks"> ({marks.join(", ")})</span>
  ) : null;
}

function AuditList({ audit }: { audit: DeskAudit[] }) {
  return (
    <section className="desk-audit" aria-labelledby="audit-title">
      <h2 className="desk-title-3" id="audit-title">
        {text.audit}
      </h2>
      {audit.length === 0 ? (
        <p className="desk-muted">{text.auditEmpty}</p>
      ) : (
        <ol className="desk-plain-list">
          {audit.map((entry) => (
            <li key={`${entry.at} ${entry.act} ${entry.toRevision}`} className="desk-audit__act">
              <span className="desk-note desk-audit__at">{moment(entry.at)}</span>
              <span>
                {entry.by ?? text.store}: {text.acts[entry.act] ?? entry.act}
                {changeOf(entry)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function changeOf({ fromRevision: from, toRevision: to }: DeskAudit): string {
  if (from !== null && to !== null && from !== to) return ` (${text.change(from, to)})`;
  const only = to ?? from;
  return only === null ? "" : ` (${text.revision(only).toLowerCase()})`;
}

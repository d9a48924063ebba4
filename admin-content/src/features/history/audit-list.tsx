// Who did what to a document, newest first.
import type { DeskAudit } from "#app/api/types.ts";
import { historyText as text } from "#app/et/history.ts";
import { moment } from "#app/et/time.ts";

export function AuditList({ audit }: { audit: DeskAudit[] }) {
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
              <span className="desk-audit__at">{moment(entry.at)}</span>
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

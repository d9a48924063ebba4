// The audit log of a record without revisions, newest first. Loaded when it is opened.
import { type ReactNode, useState } from "react";
import type { DeskAudit } from "#app/api/types.ts";
import { changesStrings as text } from "#app/et/changes.ts";
import { failureOf } from "#app/et/failure.ts";
import { moment } from "#app/et/time.ts";
import { withLogin } from "#app/session/with-login.ts";

export type Change = { from: unknown; to: unknown };

export function changesIn({ detail }: DeskAudit): [string, Change][] {
  const members = Object.entries((detail ?? {}) as Record<string, unknown>);
  return members.filter((member): member is [string, Change] => {
    const change = member[1];
    return typeof change === "object" && change !== null && "from" in change && "to" in change;
  });
}

type Props = {
  load: () => Promise<DeskAudit[]>;
  children: (entry: DeskAudit) => ReactNode;
};

export function Changes({ load, children }: Props) {
  const [entries, setEntries] = useState<DeskAudit[] | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const open = async () => {
    setAnnouncement(text.loading);
    try {
      const found = await withLogin(load);
      setEntries(found);
      setAnnouncement(found.length === 0 ? text.none : "");
    } catch (error) {
      setAnnouncement(failureOf(error, text.failed));
    }
  };
  return (
    <details className="desk-section" onToggle={(event) => event.currentTarget.open && void open()}>
      <summary className="desk-summary desk-title-3">{text.title}</summary>
      <p className="field__hint" role="status">
        {announcement}
      </p>
      <ol className="desk-plain-list desk-changes">
        {entries?.map((entry) => (
          <li key={entries.indexOf(entry)} className="desk-stack">
            <p className="desk-muted">
              {moment(entry.at)} · {entry.by ?? text.store}: {text.acts[entry.act] ?? entry.act}
            </p>
            {children(entry)}
          </li>
        ))}
      </ol>
    </details>
  );
}

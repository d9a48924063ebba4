// What was done to a thing that has no revisions, newest first. Fetched when it is opened.
import { type ReactNode, useState } from "react";
import { toast } from "storefront/kit/toast.tsx";
import type { DeskAudit } from "#app/api/types.ts";
import { changesStrings as text } from "#app/et/changes.ts";
import { moment } from "#app/et/time.ts";
import { ask } from "#app/features/session/ask.ts";
import { failureOf } from "#app/features/session/failure.ts";

/** A change of one field, as the store noted it. */
export type Change = { from: unknown; to: unknown };

/** The changes of an act by the names of their fields; members that are no change are left out. */
export function changesIn({ detail }: DeskAudit): [string, Change][] {
  const members = Object.entries((detail ?? {}) as Record<string, unknown>);
  return members.filter((member): member is [string, Change] => {
    const change = member[1];
    return typeof change === "object" && change !== null && "from" in change && "to" in change;
  });
}

export function Changes({
  load,
  children,
}: {
  load: () => Promise<DeskAudit[]>;
  /** What an act changed. */
  children: (entry: DeskAudit) => ReactNode;
}) {
  const [acts, setActs] = useState<DeskAudit[] | null>(null);
  const open = async () => {
    try {
      setActs(await ask(load));
    } catch (error) {
      toast(failureOf(error, text.failed), { kind: "danger" });
    }
  };
  return (
    <details className="changes" onToggle={(event) => event.currentTarget.open && void open()}>
      <summary className="changes__title">{text.title}</summary>
      {acts?.length === 0 && <p className="field__hint">{text.none}</p>}
      {acts === null && <p className="field__hint">{text.loading}</p>}
      <ol className="changes__acts">
        {acts?.map((entry) => (
          <li key={acts.indexOf(entry)} className="changes__act">
            <p className="changes__who">
              {moment(entry.at)} · {entry.by ?? text.store}: {text.acts[entry.act] ?? entry.act}
            </p>
            {children(entry)}
          </li>
        ))}
      </ol>
    </details>
  );
}

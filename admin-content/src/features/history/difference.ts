// The differences of two texts by words. Loaded with its library when they are shown.
import { diffArrays, diffWordsWithSpace } from "diff";

export type Part = { text: string; change: "added" | "removed" | null };
/** Equal lines, or one line with its changes. */
export type Row = { same: string[] } | { parts: Part[] };

/** With more changed words the two texts are shown one after the other. */
const MOST_EDITS = 4000;

export function differenceOf(before: string[], after: string[]): Row[] {
  const rows: Row[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = () => {
    if (removed.length > 0 || added.length > 0) rows.push(...changedRows(removed, added));
    removed = [];
    added = [];
  };
  for (const change of diffArrays(before, after)) {
    if (change.added) added = change.value;
    else if (change.removed) removed = change.value;
    else {
      flush();
      rows.push({ same: change.value });
    }
  }
  flush();
  return rows;
}

function changedRows(removed: string[], added: string[]): Row[] {
  const changes =
    removed.length > 0 &&
    added.length > 0 &&
    diffWordsWithSpace(removed.join("\n"), added.join("\n"), { maxEditLength: MOST_EDITS });
  if (!changes) {
    const whole = (lines: string[], change: Part["change"]) =>
      lines.map((text) => ({ parts: [{ text, change }] }));
    return [...whole(removed, "removed"), ...whole(added, "added")];
  }
  let parts: Part[] = [];
  const rows: Row[] = [];
  const end = () => {
    if (parts.length > 0) rows.push({ parts });
    parts = [];
  };
  for (const { value, added, removed } of changes) {
    const change = added ? "added" : removed ? "removed" : null;
    value.split("\n").forEach((text, index) => {
      if (index > 0) end();
      if (text) parts.push({ text, change });
    });
  }
  end();
  return rows;
}

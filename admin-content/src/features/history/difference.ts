// The differences of two texts by words. Loaded with its library when they are shown.
import { diffArrays, diffWordsWithSpace } from "diff";

export type Part = { text: string; change: "added" | "removed" | null };
/** Equal lines, or one line with its changes. */
export type Row = { same: string[] } | { parts: Part[] };

/** With more changed words the two texts are shown one after the other. */
const MOST_EDITS = 4000;

export function differenceOf(before: string[], after: string[]): Row[] {
  const rows: Row[] = [];
  let gone: string[] = [];
  let come: string[] = [];
  const settle = () => {
    if (gone.length > 0 || come.length > 0) rows.push(...changedRows(gone, come));
    gone = [];
    come = [];
  };
  for (const { value, added, removed } of diffArrays(before, after)) {
    if (added) come = value;
    else if (removed) gone = value;
    else {
      settle();
      rows.push({ same: value });
    }
  }
  settle();
  return rows;
}

function changedRows(gone: string[], come: string[]): Row[] {
  const changes =
    gone.length > 0 &&
    come.length > 0 &&
    diffWordsWithSpace(gone.join("\n"), come.join("\n"), { maxEditLength: MOST_EDITS });
  if (!changes) {
    const whole = (lines: string[], change: Part["change"]) =>
      lines.map((text) => ({ parts: [{ text, change }] }));
    return [...whole(gone, "removed"), ...whole(come, "added")];
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

// Which items a search leaves, and in what groups they stand.
import type { DocumentSummary, Kind, Status } from "#app/api/types.ts";

/** The order of the groups. */
export const KINDS: Kind[] = ["page", "section", "announcement", "slider"];

/** Letters compare without case and marks, so that "oigus" finds "Õigus". */
function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** In the order that one chooses from. */
export const STATUSES: Status[] = ["published", "changed", "scheduled", "draft", "archived"];

/** Each word must be in the title or the identifier. What is put away is found only when it is asked for. */
export function findItems(
  items: DocumentSummary[],
  search: string,
  kind: Kind | "",
  status: Status | "",
): DocumentSummary[] {
  const words = folded(search).split(/\s+/).filter(Boolean);
  return items.filter((item) => {
    if (kind && item.kind !== kind) return false;
    if (status ? item.status !== status : item.status === "archived") return false;
    const where = folded(`${item.title} ${item.identifier}`);
    return words.every((word) => where.includes(word));
  });
}

export function grouped(items: DocumentSummary[]): { kind: Kind; items: DocumentSummary[] }[] {
  return KINDS.map((kind) => ({ kind, items: items.filter((item) => item.kind === kind) })).filter(
    (group) => group.items.length > 0,
  );
}

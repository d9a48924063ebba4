import type { DocumentSummary, Kind, Status } from "#app/api/types.ts";
export const KINDS: Kind[] = ["page", "section", "announcement", "slider"];

/** Without case and diacritics, so that "oigus" finds "Õigus". */
function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

export const STATUSES: Status[] = ["published", "changed", "scheduled", "draft", "archived"];

/** Each word must be in the title or the identifier. Archived documents are found only by their status. */
export function findDocuments(
  documents: DocumentSummary[],
  search: string,
  kind: Kind | "",
  status: Status | "",
): DocumentSummary[] {
  const words = folded(search).split(/\s+/).filter(Boolean);
  return documents.filter((document) => {
    if (kind && document.kind !== kind) return false;
    if (status ? document.status !== status : document.status === "archived") return false;
    const where = folded(`${document.title} ${document.identifier}`);
    return words.every((word) => where.includes(word));
  });
}

export function grouped(
  documents: DocumentSummary[],
): { kind: Kind; documents: DocumentSummary[] }[] {
  return KINDS.map((kind) => ({
    kind,
    documents: documents.filter((document) => document.kind === kind),
  })).filter((group) => group.documents.length > 0);
}

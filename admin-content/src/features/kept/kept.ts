// What is written but not saved, kept in the browser: a crash, a closed tab or an ended session loses
// nothing. Each opening of a document keeps its own, so that two tabs do not overwrite each other's.
import { parseJson } from "storefront/kit/stored.ts";
import type { Body, BookCard, Document } from "#app/api/types.ts";
import type { Draft } from "./draft.ts";
import { bodyOf, fieldsOf } from "./fields.ts";
import { Pace } from "./pace.ts";

export type Kept = {
  editing: string;
  basedOn: number;
  at: string;
  body: Body;
  books: BookCard[];
};

const PREFIX = "heliriiul.desk.kept.";
const PAUSE_MS = 1000;
const LONGEST_MS = 5000;
/** What nobody came back for in a month is dropped. */
const LONGEST_KEPT_MS = 30 * 86_400_000;

const keyOf = (id: string, editing: string) => `${PREFIX}${id}.${editing}`;
/** Held by a tab as long as it has the document open. */
const lockOf = (editing: string) => `${PREFIX}${editing}`;

/** Keeps what a draft has unsaved, in a while or at once. What is kept stays when it stops, and nothing is written after. */
export function keepUnsaved(draft: Draft): { write: () => void; stop: () => void } {
  const { id } = draft.getSnapshot().document;
  const key = keyOf(id, draft.editing);
  let isOver = false;
  const write = () => {
    pace.stop();
    if (isOver) return;
    try {
      if (draft.getSnapshot().dirty) {
        const kept: Kept = {
          editing: draft.editing,
          at: new Date().toISOString(),
          ...draft.own(),
        };
        localStorage.setItem(key, JSON.stringify(kept));
      } else localStorage.removeItem(key);
    } catch {
      // Storage is full or denied: the text is on the screen, and the server gets it.
    }
  };
  const pace = new Pace(PAUSE_MS, LONGEST_MS, write);
  const stops = [
    draft.onTouch(() => pace.touch()),
    draft.subscribe(() => {
      if (!draft.getSnapshot().dirty) write();
    }),
    listenTo("pagehide", () => draft.getSnapshot().dirty && write()),
    hold(lockOf(draft.editing)),
  ];
  const stop = () => {
    isOver = true;
    pace.stop();
    for (const each of stops) each();
  };
  return { write, stop };
}

/** Drops what an opening kept: it was saved, or its writer let it go. */
export function dropKept(id: string, editing: string): void {
  try {
    localStorage.removeItem(keyOf(id, editing));
  } catch {
    // Nothing was kept where storage is denied.
  }
}

/** The newest text of a document that was kept and never saved, and is not being written in another tab. */
export async function findKept(document: Document): Promise<Kept | null> {
  const open = await openLocks();
  const found: Kept[] = [];
  for (const key of keys().filter((each) => each.startsWith(`${PREFIX}${document.id}.`))) {
    const kept = parse(localStorage.getItem(key));
    if (kept && open.has(lockOf(kept.editing))) continue;
    const isOver = !kept || Date.now() - Date.parse(kept.at) > LONGEST_KEPT_MS;
    if (isOver || sameAs(kept, document)) localStorage.removeItem(key);
    else found.push(kept);
  }
  return found.sort((a, b) => b.at.localeCompare(a.at))[0] ?? null;
}

function keys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

function parse(text: string | null): Kept | null {
  const value = parseJson(text) as Partial<Kept> | null;
  const isKept =
    typeof value?.editing === "string" &&
    typeof value.at === "string" &&
    typeof value.basedOn === "number" &&
    typeof value.body?.title === "string" &&
    Array.isArray(value.books);
  return isKept ? (value as Kept) : null;
}

/** The server has it after all: only its answer did not come. */
function sameAs(kept: Kept, { kind, body, books }: Document): boolean {
  const written = (from: Pick<Document, "body" | "books">) =>
    JSON.stringify(bodyOf(kind, fieldsOf(from), from.body.content ?? ""));
  return written(kept) === written({ body, books });
}

function listenTo(event: string, listener: () => void): () => void {
  addEventListener(event, listener);
  return () => removeEventListener(event, listener);
}

function hold(name: string): () => void {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  void navigator.locks?.request(name, () => held).catch(() => {});
  return () => release();
}

async function openLocks(): Promise<Set<string | undefined>> {
  try {
    const { held = [] } = await navigator.locks.query();
    return new Set(held.map((lock) => lock.name));
  } catch {
    // An old browser, or a page without https: everything kept is offered.
    return new Set();
  }
}

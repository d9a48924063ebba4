// What is written but not saved, kept in the browser: a crash, a closed tab or an ended session loses
// nothing. Each opening of a thing keeps its own, so that two tabs do not overwrite each other's.
import { parseJson } from "storefront/kit/stored.ts";
import { Pace } from "#app/working-copy/debounce.ts";

/** Unsaved work with the opening that it was written in, and when. */
export type Kept<Work> = Work & { editing: string; at: string };

/** Work that may be unsaved. */
export type Source<Work> = {
  /** Names this opening. */
  readonly editing: string;
  getSnapshot(): { dirty: boolean };
  own(): Work;
  /** Calls at each change of what is on the screen; answers the way to stop. */
  onTouch(listener: () => void): () => void;
  subscribe(listener: () => void): () => void;
};

const PREFIX = "heliriiul.desk.kept.";
const PAUSE_MS = 1000;
const LONGEST_MS = 5000;
/** What nobody came back for in a month is dropped. */
const LONGEST_KEPT_MS = 30 * 86_400_000;

const keyOf = (id: string, editing: string) => `${PREFIX}${id}.${editing}`;
/** Held by a tab as long as it has the thing open. */
const lockOf = (editing: string) => `${PREFIX}${editing}`;

/** Keeps what is unsaved of a thing, in a while or at once. What is kept stays when it stops, and nothing is written after. */
export function keepUnsaved<Work extends object>(
  id: string,
  source: Source<Work>,
): { write: () => void; stop: () => void } {
  const key = keyOf(id, source.editing);
  let isOver = false;
  const isDirty = () => source.getSnapshot().dirty;
  const write = () => {
    pace.stop();
    if (isOver) return;
    try {
      if (isDirty()) {
        const at = new Date().toISOString();
        const kept: Kept<Work> = { editing: source.editing, at, ...source.own() };
        localStorage.setItem(key, JSON.stringify(kept));
      } else localStorage.removeItem(key);
    } catch {
      // Storage is full or denied: the work is on the screen, and the server gets it.
    }
  };
  const pace = new Pace(PAUSE_MS, LONGEST_MS, write);
  const stops = [
    source.onTouch(() => pace.touch()),
    source.subscribe(() => {
      if (!isDirty()) write();
    }),
    listenTo("pagehide", () => isDirty() && write()),
    hold(lockOf(source.editing)),
  ];
  const stop = () => {
    isOver = true;
    pace.stop();
    for (const each of stops) each();
  };
  return { write, stop };
}

/** Keeps what is unsaved now in a place of its own, to be offered when the thing is opened again. */
export function keepAside<Work extends object>(id: string, source: Source<Work>): void {
  if (!source.getSnapshot().dirty) return;
  const editing = crypto.randomUUID();
  const kept: Kept<Work> = { editing, at: new Date().toISOString(), ...source.own() };
  try {
    localStorage.setItem(keyOf(id, editing), JSON.stringify(kept));
  } catch {
    // As above.
  }
}

/** Drops what an opening kept: it was saved, or its writer let it go. */
export function dropKept(id: string, editing: string): void {
  try {
    localStorage.removeItem(keyOf(id, editing));
  } catch {
    // Nothing was kept where storage is denied.
  }
}

/**
 * The newest work on a thing that was kept and never saved, and is not under way in another tab.
 * `read` answers null for what is no work of its kind; `isSaved` tells what the server has after all.
 */
export async function findKept<Work extends object>(
  id: string,
  read: (value: object) => Work | null,
  isSaved: (work: Work) => boolean,
): Promise<Kept<Work> | null> {
  const open = await openLocks();
  const found: Kept<Work>[] = [];
  for (const key of keys().filter((each) => each.startsWith(`${PREFIX}${id}.`))) {
    const kept = parse(localStorage.getItem(key), read);
    if (kept && open.has(lockOf(kept.editing))) continue;
    const isOver = !kept || Date.now() - Date.parse(kept.at) > LONGEST_KEPT_MS;
    if (isOver || isSaved(kept)) localStorage.removeItem(key);
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

function parse<Work>(text: string | null, read: (value: object) => Work | null): Kept<Work> | null {
  const value = parseJson(text) as { editing?: unknown; at?: unknown } | null;
  if (typeof value?.editing !== "string" || typeof value.at !== "string") return null;
  const work = read(value);
  return work && { ...work, editing: value.editing, at: value.at };
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

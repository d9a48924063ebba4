// Backups of unsaved changes, so that a crash, a closed tab or an ended session loses nothing. Each
// editing session has its own backup, so that two tabs do not overwrite each other's. No React here.
import { deleteBackup, listBackups, putBackup } from "./backup-store.ts";
import { Debounce } from "./debounce.ts";
import { differing, readValues } from "./fields.ts";
import type { ServerDraft } from "./server-draft.ts";
import type { Unsaved } from "./types.ts";
import type { WorkingCopy } from "./working-copy.ts";

export type Backup<Values> = Unsaved<Values> & {
  session: string;
  at: string;
  /** The backup was written in another browser and read from the server. */
  isElsewhere: boolean;
};

const PAUSE_MS = 500;
const LONGEST_MS = 1000;
/** A backup that is not restored in this time is deleted. */
const LONGEST_KEPT_MS = 30 * 86_400_000;

/** A tab holds this lock while it has the record open. */
const lockOf = (session: string) => `heliriiul.desk.backup.${session}`;

export class Backups<Values extends object, Remote> {
  #debounce = new Debounce(PAUSE_MS, LONGEST_MS, () => this.flush());
  #isOver = false;
  #isWritten = false;

  /** `server` is given for records whose drafts the server stores as well. */
  constructor(
    private id: string,
    private copy: WorkingCopy<Values, Remote, string>,
    private server?: ServerDraft,
  ) {}

  /** Returns the function that stops the backups. Stored backups stay. */
  start = (): (() => void) => {
    const stops = [
      this.copy.onEdit(() => {
        this.#debounce.touch();
        if (this.#isDirty()) this.server?.touch();
      }),
      this.copy.subscribe(() => {
        if (!this.#isDirty()) this.flush();
      }),
      listenTo("pagehide", this.flush),
      listenTo("visibilitychange", () => document.hidden && this.flush()),
      holdLock(lockOf(this.copy.session)),
    ];
    return () => {
      // The screen may leave because it crashed.
      this.flush();
      this.#stop();
      for (const stop of stops) stop();
    };
  };

  /** Writes the unsaved changes now, or deletes the backup if there are none. */
  flush = (): void => {
    this.#debounce.stop();
    if (this.#isOver) return;
    if (this.#isDirty()) {
      this.#isWritten = true;
      void this.#put(this.copy.session);
    } else this.#delete();
  };

  /** Keeps the unsaved changes as a separate backup before other values replace them on the screen. */
  setAside(): void {
    if (this.#isDirty()) void this.#put(crypto.randomUUID());
  }

  /** Call when the editor discards the unsaved changes. */
  discard = (): void => {
    this.#stop();
    this.#delete();
  };

  /** Returns the newest backup that was never saved and is not open in another tab. */
  async find(): Promise<Backup<Values> | null> {
    const [stored, draft, open] = await Promise.all([
      listBackups(this.id),
      this.server?.find(),
      openLocks(),
    ]);
    const found: Backup<Values>[] = [];
    const add = (record: Record<string, unknown>) => {
      const backup = this.#read(record);
      if (backup && open.has(lockOf(backup.session))) return null;
      if (backup && !this.#isObsolete(backup)) found.push(backup);
      else this.delete(String(record.session));
      return backup;
    };
    for (const record of stored) add(record);
    // The browser's own backup of a session is at least as new as the server's.
    if (draft && !stored.some(({ session }) => session === draft.session)) {
      // A copy stays here: the server has room for one draft, and this session may overwrite it.
      if (add(draft) && found.some(({ session }) => session === draft.session)) {
        await putBackup({ ...draft, id: this.id });
      }
    }
    return found.sort((a, b) => b.at.localeCompare(a.at))[0] ?? null;
  }

  /** Deletes the backup of another session: it was restored or discarded. */
  delete(session: string): void {
    void deleteBackup(this.id, session);
    this.server?.delete(session);
  }

  #isDirty(): boolean {
    return this.copy.getSnapshot().dirty;
  }

  #put(session: string): Promise<void> {
    const at = new Date().toISOString();
    return putBackup({ id: this.id, session, at, ...this.copy.unsaved() });
  }

  #delete(): void {
    this.server?.delete(this.copy.session);
    if (!this.#isWritten) return;
    this.#isWritten = false;
    void deleteBackup(this.id, this.copy.session);
  }

  #stop(): void {
    this.#isOver = true;
    this.#debounce.stop();
    this.server?.stop();
  }

  #read(record: Record<string, unknown>): Backup<Values> | null {
    const { session, at, basedOn, isElsewhere } = record;
    const { fields } = this.copy.kind;
    const [values, base] = [readValues(fields, record.values), readValues(fields, record.base)];
    const isWhole =
      typeof session === "string" && typeof at === "string" && typeof basedOn === "number";
    if (!isWhole || !values || !base) return null;
    return { session, at, basedOn, values, base, isElsewhere: isElsewhere === true };
  }

  /** Whether the backup is too old, or its changes were saved and only the response was lost. */
  #isObsolete({ at, values }: Backup<Values>): boolean {
    const { fields, valuesOf } = this.copy.kind;
    const saved = valuesOf(this.copy.getSnapshot().remote);
    const isOld = Date.now() - Date.parse(at) > LONGEST_KEPT_MS;
    return isOld || differing(fields, values, saved).length === 0;
  }
}

function listenTo(event: string, listener: () => unknown): () => void {
  addEventListener(event, listener);
  return () => removeEventListener(event, listener);
}

function holdLock(name: string): () => void {
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
    // An old browser, or a page without https: every backup is offered.
    return new Set();
  }
}

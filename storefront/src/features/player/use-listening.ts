// Opens a listening session for as long as the player is shown.
import { useEffect, useState, useSyncExternalStore } from "react";
import { isApiError } from "#app/api/errors.ts";
import type { LibraryBook } from "#app/api/types.ts";
import { getLibraryBook } from "./api.ts";
import type { Engine } from "./engine.ts";
import { type Listening, openListening } from "./listening.ts";
import type { Snapshot } from "./state.ts";

type Wanted = {
  bookId: string;
  userId: string;
  mediaUrl: string;
  onRefused: (error: unknown) => void;
  onFileError: () => void;
};

export type Opened = {
  /** Null until the files call has returned. */
  listening: Listening | null;
  book: LibraryBook | null;
  /** There is no network; the player opens by itself when it is back. */
  offline: boolean;
};

/** The callbacks must not change between renders. */
export function useListening({ bookId, userId, mediaUrl, onRefused, onFileError }: Wanted): Opened {
  const [opened, setOpened] = useState<Opened>({ listening: null, book: null, offline: false });

  useEffect(() => {
    let closed = false;
    let current: Listening | null = null;

    async function open() {
      const bookComing = getLibraryBook(bookId).catch(() => null);
      let listening: Listening;
      try {
        listening = await openListening({ bookId, userId, mediaUrl, onRefused, onFileError });
      } catch (error) {
        if (closed) return;
        const unreachable = isApiError(error, 0) && !navigator.onLine;
        setOpened({ listening: null, book: await bookComing, offline: unreachable });
        if (!closed && !unreachable) onRefused(error);
        return;
      }
      if (closed) return listening.close();
      current = listening;
      setOpened((before) => ({ ...before, listening, offline: false }));
      // A book opened by a click plays at once; after a reload the browser requires a new click.
      if (navigator.userActivation?.hasBeenActive ?? true) listening.engine.play();
      const book = await bookComing;
      if (closed || !book) return;
      // The player works without the system's controls.
      listening.present(book).catch(() => {});
      setOpened((before) => ({ ...before, book }));
    }
    const reopen = () => {
      if (!current) void open();
    };
    void open();
    addEventListener("online", reopen);
    return () => {
      closed = true;
      removeEventListener("online", reopen);
      current?.close();
    };
  }, [bookId, userId, mediaUrl, onRefused, onFileError]);

  return opened;
}

/** A part of the engine's state; the component renders again only when that part changes. */
export function useEngine<T extends string | number | boolean>(
  engine: Engine,
  select: (snapshot: Snapshot) => T,
): T {
  return useSyncExternalStore(engine.subscribe, () => select(engine.getSnapshot()));
}

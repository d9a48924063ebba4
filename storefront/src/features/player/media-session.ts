import type { LibraryBook } from "#app/api/types.ts";
import type { Engine } from "./engine.ts";
import { BACK_S, FORWARD_S } from "./state.ts";

type Book = Pick<LibraryBook, "title" | "author" | "cover">;

/** Returns a function that disconnects. */
export function connectMediaSession(engine: Engine, book: Book): () => void {
  const session = navigator.mediaSession;
  if (!session) return () => {};

  const present = () => {
    const { index } = engine.getSnapshot();
    session.metadata = new MediaMetadata({
      title: engine.chapters[index]?.title || book.title,
      artist: book.author,
      album: book.title,
      artwork: (book.cover?.widths ?? []).map((width) => ({
        src: `${book.cover?.base}/${width}.jpg`,
        sizes: `${width}x${width}`,
        type: "image/jpeg",
      })),
    });
  };
  const place = () => {
    const { length, position, rate } = engine.getSnapshot();
    if (length > 0) {
      session.setPositionState?.({
        duration: length,
        playbackRate: rate,
        position: Math.min(position, length),
      });
    }
  };
  const actions: [MediaSessionAction, MediaSessionActionHandler][] = [
    ["play", () => engine.play()],
    ["pause", () => engine.pause()],
    ["stop", () => engine.pause()],
    ["seekbackward", ({ seekOffset }) => engine.skip(-(seekOffset || BACK_S))],
    ["seekforward", ({ seekOffset }) => engine.skip(seekOffset || FORWARD_S)],
    ["previoustrack", () => engine.previous()],
    ["nexttrack", () => engine.next()],
    [
      "seekto",
      ({ seekTime }) => {
        if (seekTime != null)
          engine.seek({ index: engine.getSnapshot().index, position: seekTime });
      },
    ],
  ];
  const handle = (action: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
    try {
      session.setActionHandler(action, handler);
    } catch {
      // This browser does not support the action.
    }
  };
  for (const [action, handler] of actions) handle(action, handler);

  let shown = engine.getSnapshot();
  present();
  const stop = engine.subscribe(() => {
    const before = shown;
    shown = engine.getSnapshot();
    if (shown.index !== before.index) present();
    if (shown.phase !== before.phase) {
      session.playbackState = shown.phase === "playing" ? "playing" : "paused";
    }
    // In between, the system counts on by itself.
    const jumped = Math.abs(shown.position - before.position) > 2;
    if (
      jumped ||
      shown.index !== before.index ||
      shown.phase !== before.phase ||
      shown.rate !== before.rate
    ) {
      place();
    }
  });

  return () => {
    stop();
    for (const [action] of actions) handle(action, null);
    session.metadata = null;
    session.playbackState = "none";
  };
}

// The player is always dark, in the colour of the book's cover.
import {
  type ComponentType,
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { isApiError } from "#app/api/errors.ts";
import { clock, duration } from "#app/et/format.ts";
import { playerStrings as t } from "#app/et/screens/player.ts";
import { shared } from "#app/et/strings.ts";
import { Button, IconButton } from "#app/kit/button.tsx";
import { Cover } from "#app/kit/cover.tsx";
import { Dialog } from "#app/kit/dialog.tsx";
import { toast } from "#app/kit/toast.tsx";
import { PageHead } from "#app/layout/page-head.tsx";
import { ChapterList } from "./chapter-list.tsx";
import { bookLength, bookTime } from "./chapters.ts";
import type { Engine } from "./engine.ts";
import type { Listening } from "./listening.ts";
import { preferences } from "./preferences.ts";
import { QuotaDialog } from "./quota-dialog.tsx";
import { SeekBar } from "./seek-bar.tsx";
import type { SettingsProps } from "./settings.tsx";
import { type Shortcut, shortcutOf } from "./shortcuts.ts";
import { BACK_S, FORWARD_S, RATES } from "./state.ts";
import { Transport } from "./transport.tsx";
import { useOnline, useWide } from "./use-device.ts";
import { useEngine, useListening } from "./use-listening.ts";

/** The hue of the store's own blue, for books without a cover. */
const OWN_HUE = 265;

/** Not needed for the first sound, so it is loaded in parallel. */
const loadSettings = () => import("./settings.tsx");
const Settings = lazy<ComponentType<SettingsProps>>(() =>
  loadSettings().then(
    (module) => ({ default: module.Settings }),
    // The book plays without settings.
    () => ({ default: () => null }),
  ),
);

type Sheet = "chapters" | "settings" | null;

export type PlayerProps = {
  bookId: string;
  userId: string;
  /** Base address of media files; the configuration's dlUrl. */
  mediaUrl: string;
  withVolume: boolean;
  /** Returns to the page before. */
  onClose: () => void;
  /** The session has expired. */
  onLogin: () => void;
  /** Leads to the unlimited plan. */
  onJoin: () => void;
  /** Puts the book into the cart and goes there. */
  onBuy: () => void;
  /** Gets the function that closes the open sheet, so that the Back button closes it first. */
  onSheet?: (close: (() => void) | null) => void;
};

export function Player(props: PlayerProps) {
  const { bookId, userId, mediaUrl, onClose, onLogin, onSheet } = props;
  const [quota, setQuota] = useState(false);
  const [sheet, setSheet] = useState<Sheet>(null);
  const wide = useWide();
  const actions = useRef({ onClose, onLogin });
  actions.current = { onClose, onLogin };

  const onRefused = useCallback((error: unknown) => {
    if (isApiError(error, 402)) return setQuota(true);
    if (isApiError(error, 401)) return actions.current.onLogin();
    const packageRequired = isApiError(error) && error.code === "package-required";
    toast(packageRequired ? t.subscriptionRequired : t.openFailed);
    actions.current.onClose();
  }, []);
  const onFileError = useCallback(() => toast(t.fileError, { kind: "danger" }), []);
  const { listening, book, offline } = useListening({
    bookId,
    userId,
    mediaUrl,
    onRefused,
    onFileError,
  });

  useEffect(() => {
    onSheet?.(sheet && !wide ? () => setSheet(null) : null);
    return () => onSheet?.(null);
  }, [sheet, wide, onSheet]);

  useEffect(() => void loadSettings().catch(() => {}), []);

  const close = () => (sheet && !wide ? setSheet(null) : onClose());
  useShortcuts(listening?.engine ?? null, props.withVolume, close);

  const hue = book?.cover?.hue ?? OWN_HUE;
  const settings = listening && (
    <Suspense>
      <Settings engine={listening.engine} sleep={listening.sleep} withVolume={props.withVolume} />
    </Suspense>
  );
  return (
    <div className="player" style={{ "--hue": hue } as React.CSSProperties}>
      <PageHead title={book ? t.title(book.title) : t.loadingTitle} noindex />
      <div className="player__bar">
        <IconButton icon="chevron-down" label={t.close} onClick={close} />
      </div>
      <div className="player__columns">
        <section className="player__now" aria-label={t.region}>
          <div className="player__cover">
            {book && (
              <Cover
                cover={book.cover}
                title={book.title}
                alt=""
                sizes="(min-width: 960px) 400px, 340px"
                eager
              />
            )}
          </div>
          <div className="player__titles">
            <h1 className="player__title">{book?.title ?? "\u00a0"}</h1>
            <p className="player__author muted">{book?.author ?? "\u00a0"}</p>
          </div>
          {listening ? (
            <Controls listening={listening} wide={wide} onSheet={setSheet} />
          ) : (
            <p className="player__notes note" role="status">
              {offline ? t.offline : ""}
            </p>
          )}
        </section>
        {wide && listening && (
          <div className="player__side">
            <section className="player__panel player__panel--chapters" aria-labelledby="peatykid">
              <h2 className="player__heading" id="peatykid">
                {t.chapters}
              </h2>
              <ChapterList engine={listening.engine} />
            </section>
            <section className="player__panel" aria-labelledby="seaded">
              <h2 className="player__heading" id="seaded">
                {t.settings}
              </h2>
              {settings}
            </section>
          </div>
        )}
      </div>
      {!wide && listening && (
        <Dialog
          open={sheet !== null}
          onClose={() => setSheet(null)}
          title={sheet === "chapters" ? t.chapters : t.settings}
          closeLabel={shared.close}
          className="player__sheet"
        >
          {sheet === "chapters" ? (
            <ChapterList engine={listening.engine} onChosen={() => setSheet(null)} />
          ) : (
            settings
          )}
        </Dialog>
      )}
      <QuotaDialog
        open={quota}
        onJoin={props.onJoin}
        onBuy={props.onBuy}
        onClose={() => {
          setQuota(false);
          // Without a session there is nothing behind the dialog.
          if (!listening) onClose();
        }}
      />
    </div>
  );
}

function Controls({
  listening,
  wide,
  onSheet,
}: {
  listening: Listening;
  wide: boolean;
  onSheet: (sheet: Sheet) => void;
}) {
  const { engine } = listening;
  const index = useEngine(engine, (state) => state.index);
  const rate = useEngine(engine, (state) => state.rate);
  const left = useEngine(engine, (state) =>
    Math.floor((bookLength(engine.chapters) - bookTime(engine.chapters, state)) / 60),
  );
  const title = engine.chapters[index]?.title || t.chapterUnnamed(index + 1);
  return (
    <>
      <p className="player__chapter">
        <strong>{title}</strong>
        <span className="note amount">
          {t.chapterOf(index + 1, engine.chapters.length)} · {t.bookLeft(duration(left * 60))}
        </span>
      </p>
      <SeekBar engine={engine} />
      <Transport engine={engine} />
      <div className="player__notes note">
        <Status engine={engine} />
        <ReturnPoint listening={listening} />
      </div>
      {!wide && (
        <div className="player__extras">
          <Button look="quiet" icon="list" onClick={() => onSheet("chapters")}>
            {t.chapters}
          </Button>
          <Button look="quiet" icon="gauge" onClick={() => onSheet("settings")}>
            {t.settings} · {t.speedValue(rate)}
          </Button>
        </div>
      )}
    </>
  );
}

/** Shorter waits are not announced. */
const PATIENCE_MS = 700;

function Status({ engine }: { engine: Engine }) {
  const phase = useEngine(engine, (state) => state.phase);
  const unreachable = useEngine(engine, (state) => state.offline);
  const offline = !useOnline() || unreachable;
  const waiting = phase === "waiting" || phase === "loading";
  const [long, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    if (!waiting) return;
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [waiting]);
  let text = "";
  if (waiting && long) text = offline ? t.offline : t.waiting;
  else if (phase === "ended") text = t.ended;
  else if (phase === "failed") text = t.fileError;
  return <p role="status">{text}</p>;
}

function ReturnPoint({ listening }: { listening: Listening }) {
  const { returnPoint } = listening;
  const place = useSyncExternalStore(returnPoint.subscribe, returnPoint.get);
  return (
    <div className="player__back" role="status">
      {place && (
        <>
          <Button size="small" icon="arrow-left" onClick={returnPoint.take}>
            {t.returnTo(place.index + 1, clock(place.position))}
          </Button>
          <IconButton icon="close" label={t.stayHere} onClick={returnPoint.dismiss} />
        </>
      )}
    </div>
  );
}

function useShortcuts(engine: Engine | null, withVolume: boolean, close: () => void) {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event, preferences.get().shortcuts);
      if (!shortcut) return;
      event.preventDefault();
      if (shortcut === "close") latest.current();
      else if (engine) runShortcut(engine, shortcut, withVolume);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [engine, withVolume]);
}

function runShortcut(engine: Engine, shortcut: Shortcut, withVolume: boolean) {
  switch (shortcut) {
    case "toggle":
      return engine.toggle();
    case "back":
      return engine.skip(-BACK_S);
    case "forward":
      return engine.skip(FORWARD_S);
    case "slower":
      return engine.changeRate(-RATES.step);
    case "faster":
      return engine.changeRate(RATES.step);
    case "louder":
      return withVolume && engine.changeVolume(0.1);
    case "quieter":
      return withVolume && engine.changeVolume(-0.1);
    case "mute":
      return withVolume && engine.toggleMute();
  }
}

import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { clock, spokenClock } from "#app/et/format.ts";
import { playerStrings as t } from "#app/et/screens/player.ts";
import type { Engine } from "./engine.ts";
import { useEngine } from "./use-listening.ts";

/** An arrow key moves by this many seconds. */
const STEP_S = 5;

export function SeekBar({ engine }: { engine: Engine }) {
  const index = useEngine(engine, (state) => state.index);
  const length = useEngine(engine, (state) => state.length);
  const position = useEngine(engine, (state) => Math.floor(state.position));
  /** The thumb's position while it is dragged; the sound follows on release. */
  const [held, setHeld] = useState<number | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const shown = Math.min(held ?? position, length);

  // React's onChange is the platform's input event; the change event is the release.
  useEffect(() => {
    const bar = input.current;
    const onRelease = () => {
      if (bar) engine.seek({ index: engine.getSnapshot().index, position: bar.valueAsNumber });
    };
    bar?.addEventListener("change", onRelease);
    return () => bar?.removeEventListener("change", onRelease);
  }, [engine]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the sound has moved
  useEffect(() => setHeld(null), [position, index]);

  const onKeyDown = (event: KeyboardEvent) => {
    const ahead = event.key === "ArrowRight" || event.key === "ArrowUp";
    const back = event.key === "ArrowLeft" || event.key === "ArrowDown";
    if (!ahead && !back) return;
    event.preventDefault();
    engine.skip(ahead ? STEP_S : -STEP_S);
  };

  return (
    <div className="seek">
      <input
        ref={input}
        className="seek__input"
        type="range"
        min={0}
        max={Math.max(1, Math.round(length))}
        step={1}
        value={Math.floor(shown)}
        style={{ "--share": length > 0 ? shown / length : 0 } as React.CSSProperties}
        aria-label={t.place}
        aria-valuetext={t.placeOf(spokenClock(shown), spokenClock(length))}
        onChange={(event) => setHeld(event.currentTarget.valueAsNumber)}
        onKeyDown={onKeyDown}
      />
      <div className="seek__times note amount" aria-hidden="true">
        <span>{clock(shown)}</span>
        <span>{t.remaining(clock(length - shown))}</span>
      </div>
    </div>
  );
}

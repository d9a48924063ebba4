// The sample on a book's page. The server renders the same markup, so nothing moves when this replaces it.
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { clock, spokenClock } from "#app/et/format.ts";
import { shared, strings } from "#app/et/strings.ts";
import { Icon } from "#app/kit/icon.tsx";
import { toast } from "#app/kit/toast.tsx";
import { createSample, type Sample, STOPPED } from "./sample.ts";

const nothing = () => () => {};

/** `url` of the clip, from `sampleUrl`. */
export function SamplePlayer({ url }: { url: string }) {
  return <Clip key={url} url={url} />;
}

function Clip({ url }: { url: string }) {
  const [sample, setSample] = useState<Sample | null>(null);
  const state = useSyncExternalStore(sample?.subscribe ?? nothing, sample?.get ?? (() => STOPPED));
  const wanted = useRef<Sample | null>(null);
  useEffect(() => () => wanted.current?.dispose(), []);
  // Created within the first click, as browsers require.
  const touch = () => {
    wanted.current ??= createSample(url, new Audio(), () =>
      toast(strings.common.fileError, { kind: "danger" }),
    );
    setSample(wanted.current);
    return wanted.current;
  };
  const on = state.phase === "playing" || state.waiting;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className="sample" role="group" aria-label={shared.listenSample}>
      <button
        type="button"
        className="sample__toggle round"
        aria-label={on ? shared.pauseSample : shared.listenSample}
        aria-busy={state.waiting || undefined}
        onClick={() => touch().toggle()}
      >
        <Icon name={on ? "pause" : "play"} />
      </button>
      <span className="sample__label" aria-hidden="true">
        {shared.listenSample}
      </span>
      <input
        className="sample__seek"
        type="range"
        min={0}
        max={Math.ceil(state.length)}
        step={1}
        value={Math.floor(state.position)}
        aria-label={shared.samplePosition}
        aria-valuetext={spokenClock(state.position)}
        onChange={(event) => touch().seek(event.currentTarget.valueAsNumber)}
      />
      <span className="sample__time" aria-hidden="true">
        {clock(state.position)}
      </span>
    </div>
  );
}

/** Address of a book's clip; `mediaUrl` is the configuration's dlUrl. */
export function sampleUrl(mediaUrl: string, bookId: string, file: string): string {
  return `${mediaUrl}/samples/${encodeURIComponent(bookId)}/${encodeURIComponent(file)}`;
}

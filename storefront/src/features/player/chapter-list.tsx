import { useEffect, useRef } from "react";
import { clock } from "#app/et/format.ts";
import { playerStrings as t } from "#app/et/screens/player.ts";
import { Icon } from "#app/kit/icon.tsx";
import { chapterLength } from "./chapters.ts";
import type { Engine } from "./engine.ts";
import { useEngine } from "./use-listening.ts";

export function ChapterList({ engine, onChosen }: { engine: Engine; onChosen?: () => void }) {
  const current = useEngine(engine, (state) => state.index);
  const playing = useEngine(engine, (state) => state.phase === "playing");
  const list = useRef<HTMLOListElement>(null);

  useEffect(() => {
    list.current?.children[current]?.scrollIntoView?.({ block: "nearest" });
  }, [current]);

  const choose = (index: number) => {
    engine.seek({ index, position: 0 });
    engine.play();
    onChosen?.();
  };
  return (
    <ol className="chapters" ref={list}>
      {engine.chapters.map((chapter, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: chapters have no other identity and never move
        <li key={index}>
          <button
            type="button"
            className="chapters__item"
            aria-current={index === current ? "true" : undefined}
            onClick={() => choose(index)}
          >
            <span className="chapters__number note amount">
              {index === current ? <Icon name={playing ? "volume" : "pause"} /> : index + 1}
            </span>
            <span>{chapter.title || t.chapterUnnamed(index + 1)}</span>
            <span className="note amount">{clock(chapterLength(chapter))}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

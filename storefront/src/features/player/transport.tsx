import { playerStrings as t } from "#app/et/screens/player.ts";
import { IconButton } from "#app/kit/button.tsx";
import { Icon } from "#app/kit/icon.tsx";
import type { Engine } from "./engine.ts";
import { BACK_S, FORWARD_S } from "./state.ts";
import { useEngine } from "./use-listening.ts";

export function Transport({ engine }: { engine: Engine }) {
  const phase = useEngine(engine, (state) => state.phase);
  const waiting = phase === "waiting";
  const on = phase === "playing" || waiting;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className="transport" role="group" aria-label={t.controls}>
      <IconButton icon="previous" label={t.previous} onClick={engine.previous} />
      <IconButton
        className="transport__skip"
        icon="back-15"
        label={t.back(BACK_S)}
        onClick={() => engine.skip(-BACK_S)}
      />
      <button
        type="button"
        className="transport__play round"
        aria-label={on ? t.pause : phase === "ended" ? t.again : t.play}
        data-waiting={waiting || undefined}
        onClick={engine.toggle}
      >
        <Icon name={on ? "pause" : "play"} />
      </button>
      <IconButton
        className="transport__skip"
        icon="forward-30"
        label={t.forward(FORWARD_S)}
        onClick={() => engine.skip(FORWARD_S)}
      />
      <IconButton icon="next" label={t.next} onClick={engine.next} />
    </div>
  );
}

import { useId, useSyncExternalStore } from "react";
import { playerStrings as t } from "#app/et/screens/player.ts";
import { IconButton } from "#app/kit/button.tsx";
import { Slider } from "#app/kit/form/slider.tsx";
import { Icon } from "#app/kit/icon.tsx";
import type { Engine } from "./engine.ts";
import { preferences } from "./preferences.ts";
import { SLEEPS, type Sleep, type SleepTimer } from "./sleep-timer.ts";
import { RATES } from "./state.ts";
import { useEngine } from "./use-listening.ts";

export type SettingsProps = {
  engine: Engine;
  sleep: SleepTimer;
  /** False in the phone app, where the phone sets the volume. */
  withVolume: boolean;
};

export function Settings({ engine, sleep, withVolume }: SettingsProps) {
  const rate = useEngine(engine, (state) => state.rate);
  return (
    <div className="settings">
      <div className="settings__row">
        <IconButton
          icon="minus"
          label={t.slower}
          aria-disabled={rate <= RATES.min || undefined}
          onClick={() => engine.changeRate(-RATES.step)}
        />
        <Slider
          label={t.speed}
          value={rate}
          valueText={t.speedValue(rate)}
          spokenText={t.speedSpoken(rate)}
          {...RATES}
          onChange={engine.setRate}
        />
        <IconButton
          icon="plus"
          label={t.faster}
          aria-disabled={rate >= RATES.max || undefined}
          onClick={() => engine.changeRate(RATES.step)}
        />
      </div>
      {withVolume && <Volume engine={engine} />}
      <SleepChoice sleep={sleep} />
      <Keys />
    </div>
  );
}

function Volume({ engine }: { engine: Engine }) {
  const volume = useEngine(engine, (state) => state.volume);
  const muted = useEngine(engine, (state) => state.muted);
  const percent = muted ? 0 : Math.round(volume * 100);
  return (
    <div className="settings__row">
      <IconButton
        icon={percent === 0 ? "volume-off" : "volume"}
        label={muted ? t.unmute : t.mute}
        onClick={engine.toggleMute}
      />
      <Slider
        label={t.volume}
        value={muted ? 0 : volume}
        valueText={t.volumeValue(percent)}
        min={0}
        max={1}
        step={0.1}
        onChange={engine.setVolume}
      />
    </div>
  );
}

function sleepText(sleep: Sleep): string {
  if (sleep === null) return t.sleepOff;
  return sleep === "chapter" ? t.sleepChapter : t.sleepMinutes(sleep);
}

function SleepChoice({ sleep }: { sleep: SleepTimer }) {
  const chosen = useSyncExternalStore(sleep.subscribe, sleep.get);
  const id = useId();
  return (
    <div className="settings__choice">
      <label className="range__label" htmlFor={id}>
        {t.sleep}
      </label>
      <span className="select__box">
        <select
          id={id}
          className="select__input"
          value={String(chosen)}
          onChange={(event) => {
            sleep.set(SLEEPS.find((each) => String(each) === event.currentTarget.value) ?? null);
          }}
        >
          {SLEEPS.map((each) => (
            <option key={String(each)} value={String(each)}>
              {sleepText(each)}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" className="select__icon" />
      </span>
    </div>
  );
}

function Keys() {
  const { shortcuts } = useSyncExternalStore(preferences.subscribe, preferences.get);
  const id = useId();
  return (
    <div className="checkbox settings__keys">
      <input
        id={id}
        className="checkbox__input"
        type="checkbox"
        checked={shortcuts}
        aria-describedby={`${id}-hint`}
        onChange={(event) =>
          preferences.set({ ...preferences.get(), shortcuts: event.currentTarget.checked })
        }
      />
      <div>
        <label className="checkbox__label" htmlFor={id}>
          {t.shortcuts}
        </label>
        <p className="note" id={`${id}-hint`}>
          {t.shortcutsHint}
        </p>
      </div>
    </div>
  );
}

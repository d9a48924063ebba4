// Lazy parts of a screen. When loading one fails, the screen stays, with everything typed on it.
import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { toast } from "storefront/kit/toast.tsx";
import { strings } from "#app/et/strings.ts";

export function Loadable<Props extends { onClose: () => void }>({
  load,
  props,
}: {
  /** Must be the same function at each rendering. */
  load: () => Promise<ComponentType<Props>>;
  props: Props;
}) {
  const Part = useLoaded(load, props.onClose);
  return Part && <Part {...props} />;
}

/** A part that is loaded after the screen, before it is needed. It is tried again when it is needed. */
export function usePreloaded<Props>(load: () => Promise<ComponentType<Props>>, isNeeded: boolean) {
  const [attempt, setAttempt] = useState(0);
  if (isNeeded && attempt === 0) setAttempt(1);
  return useLoaded(load, null, attempt);
}

function useLoaded<Props>(
  load: () => Promise<ComponentType<Props>>,
  onFailed: (() => void) | null,
  attempt = 1,
): ComponentType<Props> | null {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const failed = useEffectEvent(() => onFailed?.());
  const isLoaded = Part !== null;
  useEffect(() => {
    if (isLoaded) return;
    let isMounted = true;
    load().then(
      (part) => isMounted && setPart(() => part),
      () => {
        if (!isMounted || attempt === 0) return;
        toast(strings.common.loadFailed, { kind: "danger" });
        failed();
      },
    );
    return () => {
      isMounted = false;
    };
  }, [load, attempt, isLoaded]);
  return Part;
}

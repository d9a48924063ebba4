// Parts of a screen that are fetched when they are asked for. A network that is away is told; the screen
// around, with all that is written on it, stays as it is.
import { type ComponentType, useEffect, useRef, useState } from "react";
import { toast } from "storefront/kit/toast.tsx";
import { strings } from "#app/et/strings.ts";

export function Loadable<Props extends { onClose: () => void }>({
  load,
  props,
}: {
  /** The same function each time. */
  load: () => Promise<ComponentType<Props>>;
  props: Props;
}) {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const close = useRef(props.onClose);
  useEffect(() => {
    close.current = props.onClose;
  });
  useEffect(() => {
    let isHere = true;
    load().then(
      (part) => isHere && setPart(() => part),
      () => {
        if (!isHere) return;
        toast(strings.common.loadFailed, { kind: "danger" });
        close.current();
      },
    );
    return () => {
      isHere = false;
    };
  }, [load]);
  return Part && <Part {...props} />;
}

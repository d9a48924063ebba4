// Asking again and again until there is an answer, for a page that somebody waits on.

export const POLL_MS = 2000;
/** After this long the page says that it may take a while, and asks less often. */
export const PATIENCE_MS = 60_000;
const SLOW_MS = 10_000;

/**
 * Calls `ask` until it answers true; one that throws is tried again. In between `onWait` hears whether
 * the waiting has become long. A hidden tab waits, and asks at once when it is shown. Answers the way
 * to stop.
 */
export function pollUntil(
  ask: (signal: AbortSignal) => Promise<boolean>,
  onWait: (long: boolean) => void,
): () => void {
  const stopped = new AbortController();
  const since = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let over = false;

  const plan = (ms: number) => {
    clearTimeout(timer);
    if (!over && !stopped.signal.aborted && !document.hidden) timer = setTimeout(once, ms);
  };
  const once = async () => {
    if (asking) return;
    asking = true;
    const done = await ask(stopped.signal).catch(() => false);
    asking = false;
    if (stopped.signal.aborted) return;
    over = done;
    const long = Date.now() - since >= PATIENCE_MS;
    if (!over) onWait(long);
    plan(long ? SLOW_MS : POLL_MS);
  };
  const onVisibility = () => plan(0);

  document.addEventListener("visibilitychange", onVisibility);
  once();
  return () => {
    stopped.abort();
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onVisibility);
  };
}

// Repeats a call until it has a result, for a page that waits for it.

export const POLL_MS = 2000;
/** After this long the page says that it may take a while, and the calls become rarer. */
export const PATIENCE_MS = 60_000;
const SLOW_MS = 10_000;

/**
 * Calls `ask` again after the milliseconds that it returns, until it returns null; it must not throw.
 * A hidden tab makes no calls, and one at once when it is shown. Returns a function that stops.
 */
export function poll(
  ask: (signal: AbortSignal) => Promise<number | null>,
  firstAfter = 0,
): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let over = false;

  const plan = (ms: number) => {
    clearTimeout(timer);
    if (!over && !signal.aborted && !document.hidden) timer = setTimeout(run, ms);
  };
  const run = async () => {
    if (running) return;
    running = true;
    const wait = await ask(signal);
    running = false;
    over = wait === null;
    plan(wait ?? 0);
  };
  const onVisibility = () => plan(0);

  document.addEventListener("visibilitychange", onVisibility);
  if (firstAfter > 0) plan(firstAfter);
  else run();
  return () => {
    stopped.abort();
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onVisibility);
  };
}

/**
 * Calls `isDone` until it returns true; a call that throws is repeated. After each other call `onWait`
 * gets whether the wait has become long. Returns a function that stops.
 */
export function pollUntil(
  isDone: (signal: AbortSignal) => Promise<boolean>,
  onWait: (long: boolean) => void,
): () => void {
  const since = Date.now();
  return poll(async (signal) => {
    if ((await isDone(signal).catch(() => false)) || signal.aborted) return null;
    const long = Date.now() - since >= PATIENCE_MS;
    onWait(long);
    return long ? SLOW_MS : POLL_MS;
  });
}

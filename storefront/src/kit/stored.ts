// A typed value in the browser's storage that can be subscribed to; in local storage, shared between tabs.

export type Stored<T> = {
  get(): T;
  set(value: T): void;
  /** Calls `listener` after each change, here or in another tab. Returns a function that stops. */
  subscribe(listener: () => void): () => void;
};

/**
 * `parse` turns the stored text (null without one) into the value. It must accept any text, since users can
 * edit storage. `write` returns the text to store, null to remove it.
 * Where storage is denied or full, the value is kept in memory for this page.
 * `get` returns the same object until the text changes, as useSyncExternalStore requires.
 */
export function stored<T>(
  key: string,
  parse: (text: string | null) => T,
  write: (value: T) => string | null = (value) => JSON.stringify(value),
  area: "localStorage" | "sessionStorage" = "localStorage",
): Stored<T> {
  const listeners = new Set<() => void>();
  let memory: string | null | undefined;
  let cache: { text: string | null; value: T } | undefined;

  const text = () => {
    if (memory !== undefined) return memory;
    try {
      return globalThis[area].getItem(key);
    } catch {
      return null;
    }
  };
  const tell = () => {
    for (const listener of [...listeners]) listener();
  };
  const onStorage = (event: StorageEvent) => {
    // A null key means localStorage.clear().
    if (event.key === key || event.key === null) tell();
  };

  return {
    get() {
      const now = text();
      if (!cache || cache.text !== now) cache = { text: now, value: parse(now) };
      return cache.value;
    },
    set(value) {
      const next = write(value);
      try {
        if (next === null) globalThis[area].removeItem(key);
        else globalThis[area].setItem(key, next);
        memory = undefined;
      } catch {
        memory = next;
      }
      tell();
    },
    subscribe(listener) {
      if (listeners.size === 0) addEventListener("storage", onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) removeEventListener("storage", onStorage);
      };
    },
  };
}

/** Any JSON value, or null when the text is not JSON. */
export function parseJson(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

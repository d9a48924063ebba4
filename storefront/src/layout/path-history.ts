// The last five addresses of this tab, newest last, for screens that go back.

const KEY = "heliriiul.paths";
const LIMIT = 5;

function read(): string[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(value) ? value.filter((path) => typeof path === "string") : [];
  } catch {
    return [];
  }
}

/** Newest last; the current address is the last one. */
export function visitedPaths(): string[] {
  return read();
}

/** A changed query of the same address does not count. */
export function recordPath(path: string): void {
  const paths = read();
  if (paths.at(-1) === path) return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...paths, path].slice(-LIMIT)));
  } catch {
    // The history is optional.
  }
}

/** The address before this one, or null when the tab started here. */
export function previousPath(): string | null {
  return read().at(-2) ?? null;
}

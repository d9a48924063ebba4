// The last five addresses visited in this tab, newest last. Screens that "go back" look here first.

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

/** The same address twice in a row (a changed query) counts once. */
export function recordPath(path: string): void {
  const paths = read();
  if (paths.at(-1) === path) return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...paths, path].slice(-LIMIT)));
  } catch {
    // Storage may be full or forbidden; history is a comfort, not a need.
  }
}

/** The address before this one, or null when the tab began here. */
export function previousPath(): string | null {
  return read().at(-2) ?? null;
}

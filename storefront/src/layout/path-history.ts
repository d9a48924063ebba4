// The last five addresses of this tab, newest last.
import { parseJson, stored } from "#app/kit/stored.ts";

const LIMIT = 5;

const store = stored<string[]>(
  "heliriiul.paths",
  (text) => {
    const value = parseJson(text);
    return Array.isArray(value) ? value.filter((path) => typeof path === "string") : [];
  },
  (paths) => JSON.stringify(paths),
  "sessionStorage",
);

export const visitedPaths = store.get;

/** The same address twice in a row counts once. */
export function recordPath(path: string): void {
  const visited = store.get();
  if (visited.at(-1) !== path) store.set([...visited, path].slice(-LIMIT));
}

// Weighs what a build of vite makes a visitor download, from its manifest.
// KB are 1000 bytes; sizes are brotli 11, as the server sends them.
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

/** `dist` is the build's folder (URL with a slash at its end), `entry` the manifest's key of the shell. */
export function weigher(dist, entry) {
  const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));
  const sizes = new Map();

  const compressed = (file) => {
    if (!sizes.has(file)) {
      const bytes = readFileSync(new URL(file, dist));
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
      sizes.set(file, brotliCompressSync(bytes, { params }).length);
    }
    return sizes.get(file);
  };
  /** The chunk and everything it imports statically. */
  const chunksOf = (key, seen = new Set()) => {
    if (seen.has(key)) return seen;
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${key} is not in the manifest`);
    for (const imported of chunk.imports ?? []) chunksOf(imported, seen);
    return seen;
  };
  const weigh = (keys) => [...keys].reduce((sum, key) => sum + compressed(manifest[key].file), 0);
  const sum = (files, size) => files.reduce((total, file) => total + size(file), 0);
  const shell = chunksOf(entry);
  const { css = [], assets = [] } = manifest[entry];

  return {
    /** All JavaScript of a first visit to the route; of the shell alone without one. */
    visit: (route) => weigh(route ? chunksOf(route, new Set(shell)) : shell),
    /** What the routes add to the shell, together. */
    addition: (routes) => {
      const all = new Set();
      for (const route of routes) chunksOf(route, all);
      return weigh([...all].filter((key) => !shell.has(key)));
    },
    css: () => sum(css, compressed),
    /** Woff2 is compressed already. */
    fonts: () =>
      sum(
        assets.filter((file) => file.endsWith(".woff2")),
        (file) => readFileSync(new URL(file, dist)).length,
      ),
    /** Prints `[name, KB, bytes()]` rows and ends the process: 1 when any is over. */
    check: (budgets) => {
      let over = 0;
      for (const [name, limit, measure] of budgets) {
        const kb = measure() / 1000;
        const verdict = kb <= limit ? "" : "  OVER BUDGET";
        if (verdict) over += 1;
        console.log(`${name.padEnd(22)}${kb.toFixed(1).padStart(7)} / ${limit} KB${verdict}`);
      }
      if (css.length !== 1) {
        console.log(`one stylesheet expected, ${css.length} found`);
        over += 1;
      }
      process.exit(over > 0 ? 1 : 0);
    },
  };
}

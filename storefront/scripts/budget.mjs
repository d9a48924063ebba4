// Weighs what a first visit downloads, from the build's manifest, and fails above the budgets.
// KB are 1000 bytes; sizes are brotli 11, as the server sends them.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const DIST = process.argv[2]
  ? pathToFileURL(`${resolve(process.argv[2])}/`)
  : new URL("../dist/", import.meta.url);
const ENTRY = "src/main.tsx";

const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", DIST), "utf8"));
const sizes = new Map();

function compressed(file) {
  if (!sizes.has(file)) {
    const bytes = readFileSync(new URL(file, DIST));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    sizes.set(file, brotliCompressSync(bytes, { params }).length);
  }
  return sizes.get(file);
}

/** The chunk and everything it imports statically. */
function chunksOf(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  const chunk = manifest[key];
  if (!chunk) throw new Error(`${key} is not in the manifest`);
  for (const imported of chunk.imports ?? []) chunksOf(imported, seen);
  return seen;
}

const weigh = (keys) => [...keys].reduce((sum, key) => sum + compressed(manifest[key].file), 0);
const shell = chunksOf(ENTRY);

/** All JavaScript of a first visit to the route. */
const visit = (route) => weigh(chunksOf(route, new Set(shell)));
/** What the routes add to the shell, together. */
const addition = (routes) => {
  const all = new Set();
  for (const route of routes) chunksOf(route, all);
  return weigh([...all].filter((key) => !shell.has(key)));
};

const entry = manifest[ENTRY];
const raw = (file) => readFileSync(new URL(file, DIST)).length;
const fonts = (entry.assets ?? []).filter((file) => file.endsWith(".woff2"));

const BUDGETS = [
  ["JS, home", 105, () => visit("src/routes/home.tsx")],
  ["JS, list", 105, () => visit("src/routes/books.tsx")],
  ["JS, book", 105, () => visit("src/routes/book.tsx")],
  ["JS, content page", 105, () => visit("src/routes/page.tsx")],
  ["player, added", 12, () => addition(["src/routes/player.tsx"])],
  ["checkout, added", 8, () => addition(["src/routes/cart.tsx", "src/routes/payment.tsx"])],
  ["sign-in, added", 6, () => addition(["src/routes/login.tsx"])],
  ["registration, added", 6, () => addition(["src/routes/register.tsx"])],
  ["CSS", 10, () => entry.css.reduce((sum, file) => sum + compressed(file), 0)],
  // Woff2 is compressed already.
  ["fonts", 60, () => fonts.reduce((sum, file) => sum + raw(file), 0)],
];

let over = 0;
for (const [name, limit, measure] of BUDGETS) {
  const kb = measure() / 1000;
  const verdict = kb <= limit ? "" : "  OVER BUDGET";
  if (verdict) over += 1;
  console.log(`${name.padEnd(22)}${kb.toFixed(1).padStart(7)} / ${limit} KB${verdict}`);
}
if (entry.css.length !== 1) {
  console.log(`one stylesheet expected, ${entry.css.length} found`);
  over += 1;
}
process.exit(over > 0 ? 1 : 0);

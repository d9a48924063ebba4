// Writes a brotli and a gzip copy of each text file of the build at the highest level, so that
// the server never compresses them.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const TEXT = /\.(?:js|css|svg|html|json|webmanifest|txt)$/;
/** Below this many bytes a twin saves nothing. */
const SMALL = 512;

const folder = process.argv[2] ?? "dist";
for (const name of readdirSync(folder, { recursive: true }).map(String)) {
  if (!TEXT.test(name) || name.startsWith(".vite")) continue;
  const path = join(folder, name);
  const bytes = readFileSync(path);
  if (bytes.length < SMALL) continue;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}

// Rules of the stylesheets: raw colours only in tokens.css (both apps), widths only in breakpoints.css.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const STORE = join(ROOT, "storefront/src");
const DESK = join(ROOT, "admin-content/src");

const COLOUR =
  /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|oklch|oklab|lch|lab|color)\(|\b(?:white|black|red|blue|green|gr[ae]y)\b/gi;
const MEDIA_WIDTH = /@media[^{]*\b(?:min|max)-width/g;
/** In scripts and <img sizes>. 1280 px is the width of the column. */
const QUERY_WIDTH = /\((?:min|max)-width: (\d+)px\)/g;
const COLUMN = "1280";

const problems = [];

/** Lines of the files in `folder` that end in `ending`, without CSS comments. */
function* linesOf(folder, ending) {
  for (const name of readdirSync(folder, { recursive: true }).map(String)) {
    if (!name.endsWith(ending)) continue;
    const text = readFileSync(join(folder, name), "utf8").replace(/\/\*[\s\S]*?\*\//g, (comment) =>
      comment.replace(/[^\n]/g, ""),
    );
    const file = relative(ROOT, join(folder, name));
    for (const [index, line] of text.split("\n").entries()) yield { file, line, at: index + 1 };
  }
}

for (const folder of [STORE, DESK]) {
  for (const { file, line, at } of linesOf(folder, ".css")) {
    if (file.endsWith("styles/tokens.css")) continue;
    const value = line.includes(":") ? line.slice(line.indexOf(":")) : "";
    for (const [found] of value.matchAll(COLOUR))
      problems.push(`${file}:${at}: raw colour ${found}`);
  }
}

const breakpoints = readFileSync(join(STORE, "styles/breakpoints.css"), "utf8");
const named = new Set(
  [...breakpoints.matchAll(QUERY_WIDTH)].map(([, width]) => width).concat(COLUMN),
);
for (const { file, line, at } of linesOf(STORE, ".css")) {
  if (MEDIA_WIDTH.test(line)) problems.push(`${file}:${at}: a width without a name`);
}
for (const { file, line, at } of [...linesOf(STORE, ".ts"), ...linesOf(STORE, ".tsx")]) {
  for (const [query, width] of line.matchAll(QUERY_WIDTH)) {
    if (!named.has(width)) problems.push(`${file}:${at}: ${query} is no breakpoint`);
  }
}

for (const problem of problems) console.log(problem);
process.exit(problems.length > 0 ? 1 : 0);

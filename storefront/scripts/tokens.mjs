// A promise of the styles: raw colours live in tokens.css alone.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const SRC = fileURLToPath(new URL("../src/", import.meta.url));

const RAW =
  /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|oklch|oklab|lch|lab|color)\(|\b(?:white|black|red|blue|green|gr[ae]y)\b/gi;

const files = (folder, ending) =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));

const problems = [];
for (const file of files(SRC, ".css")) {
  const text = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
  if (file.endsWith("tokens.css")) continue;
  for (const [index, line] of text.split("\n").entries()) {
    const value = line.includes(":") ? line.slice(line.indexOf(":")) : "";
    for (const [found] of value.matchAll(RAW)) {
      problems.push(`${relative(SRC, file)}:${index + 1}: raw colour ${found}`);
    }
  }
}
for (const problem of problems) console.log(problem);
process.exit(problems.length > 0 ? 1 : 0);

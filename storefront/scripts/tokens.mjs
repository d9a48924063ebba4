// Two promises of the styles: raw colours live in tokens.css alone, and every class that the server's
// templates use is in the stylesheets.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const SRC = fileURLToPath(new URL("../src/", import.meta.url));
const TEMPLATES = fileURLToPath(new URL("../../api/templates/", import.meta.url));
/** Classes that only say where something belongs and need no rule. */
const BARE = new Set(["active"]);

const RAW =
  /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|oklch|oklab|lch|lab|color)\(|\b(?:white|black|red|blue|green|gr[ae]y)\b/gi;

const files = (folder, ending) =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));

const problems = [];
const known = new Set();
for (const file of files(SRC, ".css")) {
  const text = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
  for (const [, name] of text.matchAll(/\.(-?[a-z_][\w-]*)/gi)) known.add(name);
  if (file.endsWith("tokens.css")) continue;
  for (const [index, line] of text.split("\n").entries()) {
    const value = line.includes(":") ? line.slice(line.indexOf(":")) : "";
    for (const [found] of value.matchAll(RAW)) {
      problems.push(`${relative(SRC, file)}:${index + 1}: raw colour ${found}`);
    }
  }
}
for (const file of files(TEMPLATES, ".html")) {
  if (file.includes("/mail/")) continue;
  const expressions = [];
  const text = readFileSync(file, "utf8").replace(/\{\{.*?\}\}/g, (expression) => {
    expressions.push(expression);
    return `«${expressions.length - 1}»`;
  });
  for (const [, value] of text.matchAll(/\bclass="([^"]*)"/g)) {
    // What stands in an expression is a class in quotes, or a value that cannot be known here.
    const quoted = [...value.matchAll(/«(\d+)»/g)].flatMap(([, index]) =>
      [...expressions[index].matchAll(/"([^"]*)"/g)].flatMap(([, names]) => names.split(" ")),
    );
    const plain = value.replace(/«\d+»|\{%.*?%\}/g, " ").split(" ");
    for (const name of [...plain, ...quoted]) {
      if (!name || known.has(name) || BARE.has(name)) continue;
      problems.push(`${relative(TEMPLATES, file)}: class ${name} is in no stylesheet`);
    }
  }
}
for (const problem of problems) console.log(problem);
process.exit(problems.length > 0 ? 1 : 0);

#!/usr/bin/env node
// Lists the files of Rust crates that import each other in a circle. Fails when a circle has more than 3 files.
// Arguments: the `src` folders of the crates. An import through a `pub use` counts for the file that defines the name.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const MAX_FILES = 3;

/** @returns {string[]} the Rust files below a folder */
const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(".rs"))
    .map((name) => join(folder, name));

const COMMENT = /\/\/.*|\/\*[\s\S]*?\*\//;
const STRING = /r(#*)"[\s\S]*?"\1|"(?:[^"\\]|\\[\s\S])*"/;
const CHARACTER = /'(?:[^'\\\n]|\\(?:u\{\w+\}|x\w\w|.))'/;
const NOT_CODE = new RegExp([COMMENT, STRING, CHARACTER].map((each) => each.source).join("|"), "g");

/** Returns the text of a file without comments, literals and unit tests. */
function codeOf(file) {
  const text = readFileSync(file, "utf8").replace(NOT_CODE, " ");
  const tests = text.search(/#\[cfg\(test\)\]\s*mod \w+ \{/);
  return tests < 0 ? text : text.slice(0, tests);
}

/** Parses `a::{b, c::d as e}` to [{ path: ["a", "b"], name: "b" }, …]. */
function useTree(text, prefix = []) {
  const leaves = [];
  let depth = 0;
  let start = 0;
  const parts = [];
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === "{") depth++;
    if (text[at] === "}") depth--;
    if (at === text.length || (text[at] === "," && depth === 0)) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  for (const part of parts.filter(Boolean)) {
    const group = part.match(/^([\w:]*?)(?:::)?\{([\s\S]*)\}$/);
    if (group) {
      const above = group[1] ? group[1].split("::") : [];
      leaves.push(...useTree(group[2], [...prefix, ...above]));
      continue;
    }
    const [whole, alias] = part.split(/\s+as\s+/);
    let path = [...prefix, ...whole.split("::")];
    if (path.at(-1) === "self") path = path.slice(0, -1);
    leaves.push({ path, name: alias ?? path.at(-1) });
  }
  return leaves;
}

/** Reads a crate: module path → { file, module, imports, reexports, body }. */
function readCrate(root) {
  const modules = new Map();
  for (const file of filesBelow(root)) {
    const parts = relative(root, file).replace(/\.rs$/, "").split("/");
    if (parts.length === 1 && parts[0] === "main") continue;
    if (["mod", "lib"].includes(parts.at(-1))) parts.pop();
    const imports = [];
    const reexports = [];
    const body = codeOf(file).replace(
      /\b(pub(?:\([^)]*\))? )?use ([^;]+);/g,
      (_, isPublic, tree) => {
        (isPublic ? reexports : imports).push(...useTree(tree));
        return "";
      },
    );
    modules.set(parts.join("::"), { file, module: parts, imports, reexports, body });
  }
  return modules;
}

/** Returns the file that defines the last name of a path, or null outside the crate. */
function resolve(modules, from, path, seen = new Set()) {
  let [first, ...rest] = path;
  let at;
  if (first === "crate") at = [];
  else if (first === "self") at = from;
  else if (first === "super") at = from.slice(0, -1);
  else if (modules.has([...from, first].join("::"))) at = [...from, first];
  else return null;
  while (rest[0] === "super") {
    at = at.slice(0, -1);
    rest = rest.slice(1);
  }
  while (rest.length > 0 && modules.has([...at, rest[0]].join("::"))) at = [...at, rest.shift()];
  const here = modules.get(at.join("::"));
  if (!here) return null;
  const key = `${at.join("::")}::${rest[0] ?? ""}`;
  if (rest.length > 0 && !seen.has(key)) {
    seen.add(key);
    const reexport = here.reexports.find(({ name }) => name === rest[0]);
    if (reexport)
      return resolve(modules, at, [...reexport.path, ...rest.slice(1)], seen) ?? here.file;
  }
  return here.file;
}

/** Returns a map from each file to the set of files that it imports from. */
function graphOf(modules) {
  const graph = new Map();
  for (const { file, module, imports, body } of modules.values()) {
    const uses = new Set();
    const add = (path) => {
      const target = resolve(modules, module, path);
      if (target && target !== file) uses.add(target);
    };
    for (const { path, name } of imports) {
      const target = resolve(modules, module, path);
      const isModule = target && modules.has(modulePath(module, path));
      if (!isModule) add(path);
      else {
        // For an imported module, the names that are used from it count.
        for (const [, member] of body.matchAll(new RegExp(`(?<![\\w:])${name}::(\\w+)`, "g"))) {
          add([...path, member]);
        }
      }
    }
    const inline = /(?<![\w:])((?:crate|super|self)(?:::\w+)+|\w+(?:::\w+)+)/g;
    for (const [, path] of body.matchAll(inline)) add(path.split("::"));
    graph.set(file, uses);
  }
  return graph;
}

/** Returns the full module path of a path. */
function modulePath(from, path) {
  const [first, ...rest] = path;
  const base =
    first === "crate"
      ? []
      : first === "self"
        ? from
        : first === "super"
          ? from.slice(0, -1)
          : [...from, first];
  let at = base;
  for (const part of rest) at = part === "super" ? at.slice(0, -1) : [...at, part];
  return at.join("::");
}

/** Returns the strongly connected components of more than one file (Tarjan 1972). */
function circlesOf(graph) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const onStack = new Set();
  const circles = [];
  const visit = (file) => {
    index.set(file, index.size);
    low.set(file, index.get(file));
    stack.push(file);
    onStack.add(file);
    for (const next of graph.get(file) ?? []) {
      if (!index.has(next)) {
        visit(next);
        low.set(file, Math.min(low.get(file), low.get(next)));
      } else if (onStack.has(next)) low.set(file, Math.min(low.get(file), index.get(next)));
    }
    if (low.get(file) !== index.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    for (const each of circle) onStack.delete(each);
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const file of graph.keys()) if (!index.has(file)) visit(file);
  return circles;
}

let isTooLarge = false;
for (const root of process.argv.slice(2)) {
  const graph = graphOf(readCrate(root));
  if (graph.size === 0) throw new Error(`no Rust files in ${root}`);
  for (const circle of circlesOf(graph).sort((a, b) => b.length - a.length)) {
    console.error(`${root}: a circle of ${circle.length} files`);
    for (const file of circle) {
      const inside = [...graph.get(file)].filter((each) => circle.includes(each));
      console.error(
        `  ${relative(dirname(root), file)} -> ${inside.map((each) => relative(root, each)).join(", ")}`,
      );
    }
    isTooLarge ||= circle.length > MAX_FILES;
  }
}
if (isTooLarge) {
  console.error(`No more than ${MAX_FILES} files may import each other in a circle.`);
  process.exit(1);
}

// Every class in the server's templates has a rule in the stylesheets: a name changed on one side only would
// leave the page without its style until React renders.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

// Vitest runs in the package's folder.
const TEMPLATES = "../api/templates";
const SANDBOX_TEMPLATES = "../api/makecommerce/templates";
/** Set without a rule, by the router's links and the templates. */
const WITHOUT_RULE = new Set(["active"]);

function files(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
}

function classesOfStyles(styles: string): Set<string> {
  const known = new Set<string>();
  const css = styles.replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)/g, "");
  // Only selectors: the text before a brace.
  for (const [, selector = ""] of css.matchAll(/([^{};]*)\{/g)) {
    for (const [, name = ""] of selector.matchAll(/\.(-?[a-z_][\w-]*)/gi)) known.add(name);
  }
  return known;
}

const QUOTED = /"([^"]*)"/g;

/** The classes in a template, also in its conditions and in icon("…", "…"). */
function classesOf(template: string): string[] {
  const expressions: string[] = [];
  const plain = template
    .replace(/\{#[\s\S]*?#\}/g, "")
    .replace(/\{\{[\s\S]*?\}\}/g, (expression) => `«${expressions.push(expression) - 1}»`);
  const written: string[] = [];
  for (const [, value = ""] of plain.matchAll(/\bclass="([^"]*)"/g)) {
    written.push(value.replace(/«\d+»|\{%[\s\S]*?%\}/g, " "));
    for (const [, index = ""] of value.matchAll(/«(\d+)»/g)) {
      // A text that is compared with is no class.
      const expression = (expressions[Number(index)] ?? "").replace(/[!=]= "[^"]*"/g, "");
      for (const [, names = ""] of expression.matchAll(QUOTED)) written.push(names);
    }
  }
  for (const expression of expressions) {
    for (const [, kind = ""] of expression.matchAll(/\bicon\([^,()]+,\s*"([^"]+)"\)/g)) {
      written.push(kind);
    }
  }
  // Blocks inside an attribute: {% block books_active %} active{% endblock %}.
  for (const [, text = ""] of plain.matchAll(
    /\{%-? block \w+_active -?%\}([^<]*?)\{%-? endblock/g,
  )) {
    written.push(text);
  }
  return written.flatMap((names) => names.split(/\s+/)).filter(Boolean);
}

const known = classesOfStyles(
  files("src", ".css")
    .map((file) => readFileSync(file, "utf8"))
    .join("\n"),
);

function unknown(template: string): string[] {
  // The sandbox's pages have only their own styles.
  const own = /<style>([\s\S]*?)<\/style>/.exec(template)?.[1];
  const there = own === undefined ? known : classesOfStyles(own);
  return classesOf(template).filter((name) => !there.has(name) && !WITHOUT_RULE.has(name));
}

describe("the templates' classes", () => {
  // Emails have their own styles.
  const templates = [
    ...files(TEMPLATES, ".html").filter((file) => !file.includes("email")),
    ...files(SANDBOX_TEMPLATES, ".html"),
  ];

  test("there are templates and styles", () => {
    expect(templates.length).toBeGreaterThan(7);
    expect(known.size).toBeGreaterThan(200);
  });

  test.each(templates)("%s", (file) => {
    expect(unknown(readFileSync(file, "utf8"))).toEqual([]);
  });

  test("an unknown one is found wherever it is written", () => {
    const template = `<a class="button nosuch-1{{ " nosuch-2" if sold }}{% if x %} nosuch-3{% endif %}">
      {{ icon("close", "nosuch-4") }}</a>{% block tab_active %} nosuch-5{% endblock %}{# class="no" #}`;
    expect(unknown('<style>.a .nosuch-1{color:red}</style><p class="a nosuch-1 button">')).toEqual([
      "button",
    ]);
    expect(unknown(template).sort()).toEqual([1, 2, 3, 4, 5].map((each) => `nosuch-${each}`));
  });
});

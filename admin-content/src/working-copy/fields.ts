// The fields of a form, as one table for each kind of record. Comparing, merging, checking, reading backups and naming
// errors all use this table. A field without a row does not compile.
import type { FieldError } from "storefront/kit/form/error-summary.tsx";
import { strings } from "#app/et/strings.ts";

/** `field` is a path in the API's body, "categoryIds[0]" for one. */
export type Invalid = { field: string; code: string };

type MessageOf = (code: string) => string;

export type Field<Value> = {
  label: string;
  /** Whether a value that was read from storage has the type of this field. */
  accepts: (value: unknown) => boolean;
  /** The value as the server takes it. Values with the same normal form are the same. */
  normalize?: (value: Value) => unknown;
  /** The error code of an invalid value, checked before it is sent. */
  check?: (value: Value) => string | undefined;
  /** The message for a code of `check` or of the server. */
  message?: MessageOf;
  /** The name in the API's errors, if it differs. */
  apiName?: string;
  /** Members of the value with a control and an error of their own. */
  parts?: Record<string, { label: string; message: MessageOf }>;
};

export type FieldTable<Values> = { readonly [Name in keyof Values]: Field<Values[Name]> };

export type Name<Values> = keyof Values & string;

/** Messages by the name of the field, "rule.count" for a part of one. */
export type Errors<Values> = { [Place in Name<Values> | `${Name<Values>}.${string}`]?: string };

export function textField(label: string, more: Partial<Field<string>> = {}): Field<string> {
  const normalize = (value: string) => value.trim();
  return { label, accepts: (value) => typeof value === "string", normalize, ...more };
}

/** A part of an address. `messages` are for codes that the usual messages do not fit. */
export function slugField(label: string, messages: Record<string, string>): Field<string> {
  return textField(label, {
    check: (value) => {
      const slug = value.trim();
      return slug ? (/^[a-z0-9-]+$/.test(slug) ? undefined : "invalid") : "required";
    },
    message: messagesFor({
      invalid: strings.common.slugInvalid,
      reserved: strings.common.slugReserved,
      ...messages,
    }),
  });
}

/** The usual messages, except for some codes. */
export const messagesFor = (messages: Record<string, string>) => (code: string) =>
  messages[code] ?? usualMessage(code);

export const required = (value: string) => (value.trim() ? undefined : "required");

export function booleanField(label: string): Field<boolean> {
  return { label, accepts: (value) => typeof value === "boolean" };
}

/** In the order of the form. */
export function namesOf<Values>(table: FieldTable<Values>): Name<Values>[] {
  return Object.keys(table) as Name<Values>[];
}

export function differing<Values>(table: FieldTable<Values>, a: Values, b: Values) {
  return namesOf(table).filter((name) => {
    const { normalize = (value: unknown) => value } = table[name];
    const isSame = a[name] === b[name];
    return !isSame && JSON.stringify(normalize(a[name])) !== JSON.stringify(normalize(b[name]));
  });
}

export type Overlap<Values> = {
  name: Name<Values>;
  /** Whether both sides have changed it since the common base. */
  both: boolean;
};

/** The fields that `theirs` has changed since `base` to a value that `mine` does not have. */
export function overlapsOf<Values>(
  table: FieldTable<Values>,
  base: Values,
  mine: Values,
  theirs: Values,
): Overlap<Values>[] {
  const changedByThem = differing(table, base, theirs);
  const changedByMe = differing(table, base, mine);
  return differing(table, mine, theirs)
    .filter((name) => changedByThem.includes(name))
    .map((name) => ({ name, both: changedByMe.includes(name) }));
}

/** Returns the errors that are found before anything is sent. */
export function invalidIn<Values>(table: FieldTable<Values>, values: Values): Invalid[] {
  return namesOf(table).flatMap((field) => {
    const code = table[field].check?.(values[field]);
    return code ? [{ field, code }] : [];
  });
}

/** The values when each field has one of its type, null otherwise. Other members are left out. */
export function readValues<Values>(table: FieldTable<Values>, stored: unknown): Values | null {
  const members = (stored ?? {}) as Record<string, unknown>;
  const names = namesOf(table);
  if (!names.every((name) => table[name].accepts(members[name]))) return null;
  return Object.fromEntries(names.map((name) => [name, members[name]])) as Values;
}

/** A path of the API without the envelope of a document, split at the field: ["rule", "count"]. */
function split(path: string): [root: string, part: string] {
  const [, root = "", part = ""] = /^(?:body\.)?([a-zA-Z]*)\.?(.*)$/.exec(path) ?? [];
  return [root, part];
}

function nameOf<Values>(table: FieldTable<Values>, { field }: Invalid): Name<Values> | undefined {
  const [root] = split(field);
  return namesOf(table).find((name) => (table[name].apiName ?? name) === root);
}

/** Removes the errors of fields that have changed since. The next save checks them again. */
export function exceptFields<Values>(
  table: FieldTable<Values>,
  invalid: Invalid[],
  changed: string[],
): Invalid[] {
  return invalid.filter((each) => !changed.includes(nameOf(table, each) ?? ""));
}

/** Returns one message for each field. Errors of fields that the form does not have are left out. */
export function errorsOf<Values>(table: FieldTable<Values>, invalid: Invalid[]): Errors<Values> {
  const errors: Record<string, string> = {};
  for (const each of invalid) {
    const name = nameOf(table, each);
    if (!name) continue;
    const [, part] = split(each.field);
    const inner = table[name].parts?.[part];
    const message = (inner ?? table[name]).message ?? usualMessage;
    errors[inner ? `${name}.${part}` : name] ??= message(each.code);
  }
  return errors as Errors<Values>;
}

export function usualMessage(code: string): string {
  if (code === "too-long") return strings.common.tooLong;
  return code === "required" ? strings.common.required : strings.common.invalid;
}

export const controlId = (prefix: string, place: string) => `${prefix}-${place.replace(".", "-")}`;

/** The errors as lines that lead to their controls, in the order of the form. */
export function summaryOf<Values>(
  table: FieldTable<Values>,
  prefix: string,
  errors: Errors<Values>,
): FieldError[] {
  const messages = errors as Record<string, string | undefined>;
  return namesOf(table).flatMap((name) => {
    const { label, parts = {} } = table[name];
    const places = [
      [name, label],
      ...Object.entries(parts).map(([part, inner]) => [`${name}.${part}`, inner.label]),
    ] as const;
    return places.flatMap(([place = "", words]) => {
      const message = messages[place];
      return message ? [{ id: controlId(prefix, place), message: `${words}: ${message}` }] : [];
    });
  });
}

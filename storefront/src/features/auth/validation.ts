// The rules of the account forms and their messages. Only the lazy form routes load this.
import * as v from "valibot";
import { authStrings } from "#app/et/auth.ts";
import { strings } from "#app/et/strings.ts";
import { EMAIL_PATTERN } from "./email.ts";

const text = authStrings;
const { required } = strings.common;

export const MIN_PASSWORD = 6;
/** What the server takes at most, in characters. */
const MAX_TEXT = 200;

/** Field name → the first message about it. */
export type FieldErrors = Record<string, string>;

const filled = v.pipe(
  v.string(required),
  v.trim(),
  v.nonEmpty(required),
  v.maxLength(MAX_TEXT, text.tooLong),
);
// A password is taken as it is: spaces at its ends belong to it.
const given = v.pipe(v.string(required), v.nonEmpty(required));
const password = v.pipe(
  given,
  v.minLength(MIN_PASSWORD, text.passwordHint),
  v.maxLength(MAX_TEXT, text.tooLong),
);
const email = v.pipe(filled, v.regex(EMAIL_PATTERN, text.emailInvalid));

const loginSchema = v.object({ email: filled, password: given }, required);
const forgotSchema = v.object({ email: filled }, required);
const resetSchema = v.pipe(
  v.object({ password, repeat: given }, required),
  v.forward(
    v.partialCheck(
      [["password"], ["repeat"]],
      (form) => form.password === form.repeat,
      text.passwordsDiffer,
    ),
    ["repeat"],
  ),
);
const registerSchema = v.pipe(
  v.object(
    {
      firstName: filled,
      lastName: filled,
      email,
      password,
      repeat: given,
      terms: v.literal("on", required),
    },
    required,
  ),
  v.forward(
    v.partialCheck(
      [["password"], ["repeat"]],
      (form) => form.password === form.repeat,
      text.passwordsDiffer,
    ),
    ["repeat"],
  ),
);

type Checked<T> = { values: T; errors?: undefined } | { values?: undefined; errors: FieldErrors };

function check<S extends v.GenericSchema>(schema: S, form: FormData): Checked<v.InferOutput<S>> {
  const result = v.safeParse(schema, Object.fromEntries(form));
  if (result.success) return { values: result.output };
  const errors: FieldErrors = {};
  for (const issue of result.issues) {
    const field = String(issue.path?.[0]?.key ?? "");
    errors[field] ??= issue.message;
  }
  return { errors };
}

export const checkLogin = (form: FormData) => check(loginSchema, form);
export const checkForgot = (form: FormData) => check(forgotSchema, form);
export const checkReset = (form: FormData) => check(resetSchema, form);
export const checkRegister = (form: FormData) => check(registerSchema, form);

/** The server's field errors (422) in the form's words; null when it named none of the form's. */
export function serverErrors(
  errors: { field: string; code: string }[] | undefined,
  fields: readonly string[],
): FieldErrors | null {
  const found: FieldErrors = {};
  for (const { field, code } of errors ?? []) {
    if (fields.includes(field)) found[field] ??= messageOf(field, code);
  }
  return Object.keys(found).length ? found : null;
}

function messageOf(field: string, code: string): string {
  if (code === "required") return required;
  if (code === "too-long") return text.tooLong;
  if (field === "email") return text.emailInvalid;
  if (field === "password" && code === "too-short") return text.passwordHint;
  return text.notAccepted;
}

// The rules and messages of the account forms. Only the lazy form routes load this.
import * as v from "valibot";
import { authStrings as text } from "#app/et/screens/auth.ts";
import { EMAIL_PATTERN } from "./email-pattern.ts";

const { required } = text;

export const MIN_PASSWORD = 6;
/** The server's limit, in characters. */
const MAX_TEXT = 200;

/** The first message for each field name. */
export type FieldErrors = Record<string, string>;

const present = v.check((value: string) => value !== "", required);
const fits = v.check((value: string) => value.length <= MAX_TEXT, text.tooLong);
const filled = v.pipe(v.string(), v.trim(), present, fits);
// Spaces at the ends of a password belong to it.
const given = v.pipe(v.string(), present);
const newPassword = v.pipe(
  given,
  v.check((value) => value.length >= MIN_PASSWORD, text.passwordHint),
  fits,
);
const email = v.pipe(
  filled,
  v.check((value) => EMAIL_PATTERN.test(value), text.emailInvalid),
);

export const loginForm = v.object({ email: filled, password: given }, required);
export const forgotForm = v.object({ email: filled }, required);
export const resetForm = v.object({ password: newPassword, repeat: given }, required);
export const registerForm = v.object(
  {
    firstName: filled,
    lastName: filled,
    email,
    password: newPassword,
    repeat: given,
    /** Browsers do not send an unticked box. */
    terms: v.string(),
  },
  required,
);

type Checked<T> = { values: T; errors?: undefined } | { values?: undefined; errors: FieldErrors };

/** The form's values, or its errors. A field `repeat` must equal `password`. */
export function check<S extends v.GenericSchema>(
  schema: S,
  form: FormData,
): Checked<v.InferOutput<S>> {
  const { success, output, issues = [] } = v.safeParse(schema, Object.fromEntries(form));
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const field = String(issue.path?.[0]?.key);
    errors[field] ??= issue.message;
  }
  const repeat = form.get("repeat");
  if (repeat !== null && !errors.password && repeat !== form.get("password")) {
    errors.repeat ??= text.passwordsDiffer;
  }
  return success && !errors.repeat ? { values: output } : { errors };
}

/** Messages for the server's field errors (422); null when none is about a field of the form. */
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

import { replace } from "react-router";
import type { GenericSchema, InferOutput } from "valibot";
import { paths } from "#app/addresses/paths.ts";
import { type ApiError, isApiError } from "#app/api/errors.ts";
import { failureText } from "#app/api/failure-text.ts";
import { toast } from "#app/kit/toast.tsx";
import { check, type FieldErrors, serverErrors } from "./validation.ts";

export type FormResult = {
  errors: FieldErrors;
  /** Different for each attempt, so that the same errors take focus again. */
  attempt: number;
};

let attempts = 0;

/** If the server names no field (422), `failure` returns a notice or the errors of fields. */
export async function submitForm<S extends GenericSchema>(
  request: Request,
  schema: S,
  send: (values: InferOutput<S>, form: FormData) => Promise<unknown>,
  { success, failure }: { success?: string; failure: (error: ApiError) => string | FieldErrors },
  next: (form: FormData) => string = () => paths.home,
): Promise<FormResult | Response> {
  const form = await request.formData();
  const { values, errors } = check(schema, form);
  attempts += 1;
  if (errors) return { errors, attempt: attempts };
  try {
    await send(values, form);
  } catch (error) {
    if (!isApiError(error)) throw error;
    const named = error.status === 422 && serverErrors(error.problem.errors, [...form.keys()]);
    const shown = named || failure(error);
    if (typeof shown !== "string") return { errors: shown, attempt: attempts };
    toast(failureText(shown, error), { kind: "danger" });
    return { errors: {}, attempt: attempts };
  }
  if (success) toast(success, { kind: "success" });
  return replace(next(form));
}

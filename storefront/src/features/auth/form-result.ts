// The result of a form's action, and how the form reads it.
import { useActionData, useNavigation } from "react-router";
import { isApiError } from "#app/api/errors.ts";
import { failureText } from "#app/api/failure-text.ts";
import { toast } from "#app/kit/toast.tsx";
import type { FieldErrors } from "./validation.ts";

export type FormResult = {
  errors: FieldErrors;
  /** Different for each attempt, so that the same errors take focus again. */
  attempt: number;
};

let attempts = 0;

export function failed(errors: FieldErrors = {}): FormResult {
  attempts += 1;
  return { errors, attempt: attempts };
}

/** The next page, or the form's errors. */
export type Outcome = Promise<FormResult | Response>;

/** Shows `message` for a failed call; rethrows anything but an ApiError. */
export function refused(message: string, error: unknown): FormResult {
  if (!isApiError(error)) throw error;
  toast(failureText(message, error), { kind: "danger" });
  return failed();
}

/** `pending` lasts until the next screen is shown. */
export function useForm(): { pending: boolean; errors: FieldErrors; attempt: number } {
  const result = useActionData() as FormResult | undefined;
  const navigation = useNavigation();
  return {
    pending: navigation.formMethod === "POST",
    errors: result?.errors ?? {},
    attempt: result?.attempt ?? 0,
  };
}

// What a form's action answers when it did not succeed, and how the form reads it.
import { useActionData, useNavigation } from "react-router";
import type { FieldErrors } from "./validation.ts";

export type FormResult = {
  errors: FieldErrors;
  /** Differs with each attempt, so that the same errors take focus again. */
  attempt: number;
};

let attempts = 0;

export function failed(errors: FieldErrors = {}): FormResult {
  attempts += 1;
  return { errors, attempt: attempts };
}

/** `pending` from the press of the button until the next screen is there. */
export function useForm(): { pending: boolean; errors: FieldErrors; attempt: number } {
  const result = useActionData() as FormResult | undefined;
  const navigation = useNavigation();
  return {
    pending: navigation.formMethod === "POST",
    errors: result?.errors ?? {},
    attempt: result?.attempt ?? 0,
  };
}

// Checks a form, sends it once, and holds the messages of its fields and of the call.
import { useRef, useState } from "react";
import { isApiError } from "storefront/api/errors.ts";
import { fieldError } from "#app/et/operator/common.ts";
import { withLogin } from "#app/session/with-login.ts";
import { fieldErrorsOf, operatorFailure } from "./failure.ts";

/** The code of what is wrong with each field; a field without a code is right. */
export type Codes = Record<string, string | false | undefined>;

export type OperatorForm = {
  errors: Record<string, string>;
  failure: string | null;
  attempt: number;
  pending: boolean;
  submit: () => Promise<void>;
};

export function useOperatorForm<Result>({
  check,
  send,
  onDone,
  conflict,
}: {
  check: () => Codes;
  /** Called again after a login when the session has ended. */
  send: () => Promise<Result>;
  /** The form is pending until it resolves. */
  onDone: (result: Result) => unknown;
  /** The field and code that a 409 belongs to. */
  conflict?: [field: string, code: string];
}): OperatorForm {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [pending, setPending] = useState(false);
  const sending = useRef(false);

  const show = (found: Record<string, string>, failed: string | null = null) => {
    setErrors(found);
    setFailure(failed);
    setAttempt((count) => count + 1);
  };
  const submit = async () => {
    if (sending.current) return;
    const wrong = Object.entries(check()).flatMap(([field, code]) =>
      code ? [[field, fieldError(field, code)]] : [],
    );
    show(Object.fromEntries(wrong));
    if (wrong.length > 0) return;
    sending.current = true;
    setPending(true);
    try {
      await onDone(await withLogin(send));
    } catch (error) {
      if (!isApiError(error)) throw error;
      const refused = fieldErrorsOf(error);
      if (conflict && error.status === 409) show({ [conflict[0]]: fieldError(...conflict) });
      else if (Object.keys(refused).length > 0) show(refused);
      else show({}, operatorFailure(error));
    } finally {
      sending.current = false;
      setPending(false);
    }
  };
  return { errors, failure, attempt, pending, submit };
}

export const MAX_REASON = 200;

/** The code of what is wrong with a reason. */
export function reasonCode(reason: string): string | undefined {
  if (!reason.trim()) return "required";
  return [...reason.trim()].length > MAX_REASON ? "too-long" : undefined;
}

/** A whole number between the limits; null for anything else. */
export function wholeNumber(text: string, least: number, most: number): number | null {
  const number = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : null;
}

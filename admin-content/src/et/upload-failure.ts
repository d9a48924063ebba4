import { isApiError } from "storefront/api/errors.ts";
import { failureOf } from "./failure.ts";
import { uploadStrings as text } from "./images.ts";

export function imageFailure(error: unknown): string {
  if (isApiError(error, 413)) return text.imageTooLarge;
  if (isApiError(error, 415) || isApiError(error, 422)) {
    const errors = error.problem.errors ?? [];
    if (isNameInvalid(errors)) return text.badName;
    const codes = errors.map(({ code }) => code);
    return codes.includes("too-many-pixels") ? text.tooManyPixels : text.notAnImage;
  }
  return failureOf(error, text.failed);
}

export function soundFailure(error: unknown): string {
  if (isApiError(error, 413)) return text.soundTooLarge;
  if (isApiError(error, 415) || isApiError(error, 422)) {
    return isNameInvalid(error.problem.errors ?? []) ? text.badName : text.noSound;
  }
  return failureOf(error, text.failed);
}

function isNameInvalid(errors: { field: string }[]): boolean {
  return errors.some(({ field }) => field === "name");
}

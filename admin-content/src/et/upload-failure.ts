// Why a picture or a sound was refused.
import { isApiError } from "storefront/api/errors.ts";
import { failureOf } from "./failure.ts";
import { uploadStrings as text } from "./images.ts";

export function pictureFault(error: unknown): string {
  if (isApiError(error, 413)) return text.pictureTooLarge;
  if (isApiError(error, 415) || isApiError(error, 422)) {
    const faults = error.problem.errors ?? [];
    if (isNameFault(faults)) return text.badName;
    const codes = faults.map(({ code }) => code);
    return codes.includes("too-many-pixels") ? text.tooManyPixels : text.noPicture;
  }
  return failureOf(error, text.failed);
}

export function soundFault(error: unknown): string {
  if (isApiError(error, 413)) return text.soundTooLarge;
  if (isApiError(error, 415) || isApiError(error, 422)) {
    return isNameFault(error.problem.errors ?? []) ? text.badName : text.noSound;
  }
  return failureOf(error, text.failed);
}

function isNameFault(faults: { field: string }[]): boolean {
  return faults.some(({ field }) => field === "name");
}

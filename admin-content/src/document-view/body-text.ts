// Describes the parts of a body that are not text.
import type { DeskRef, DeskSliderRule } from "#app/api/types.ts";
import { ruleStrings } from "#app/et/rule.ts";

/** The title of a target, or its id when it is unknown. */
export const titleOf = (ref: string, refs: DeskRef[]) =>
  refs.find((each) => each.ref === ref)?.title ?? ref;

/** The rule of a row of books, in words. */
export function ruleText({ kind, categoryId, count }: DeskSliderRule, refs: DeskRef[]): string {
  const what = categoryId ? `: ${titleOf(`category/${categoryId}`, refs)}` : "";
  return `${ruleStrings[kind]}${what} (${count})`;
}

// What of a body has no words of its own, in words.
import type { DeskRef, DeskSliderRule } from "#app/api/types.ts";
import { ruleStrings } from "#app/et/rule.ts";

/** What a text names by id; the id where it is not known. */
export const titleOf = (ref: string, refs: DeskRef[]) =>
  refs.find((each) => each.ref === ref)?.title ?? ref;

/** What a row of books shows by itself, and how many. */
export function ruleText({ kind, categoryId, count }: DeskSliderRule, refs: DeskRef[]): string {
  const what = categoryId ? `: ${titleOf(`category/${categoryId}`, refs)}` : "";
  return `${ruleStrings[kind]}${what} (${count})`;
}

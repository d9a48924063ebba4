import type { Body, DeskRef, Kind, SliderRule } from "#app/api/types.ts";
import { viewText as text } from "#app/et/history.ts";
import { ruleStrings } from "#app/et/rule.ts";

/** The title of a target, or its id when it is unknown. */
export const titleOf = (ref: string, refs: DeskRef[]) =>
  refs.find((each) => each.ref === ref)?.title ?? ref;

function ruleText({ kind, categoryId, count }: SliderRule, refs: DeskRef[]): string {
  const what = categoryId ? `: ${titleOf(`category/${categoryId}`, refs)}` : "";
  return `${ruleStrings[kind]}${what} (${count})`;
}

export type FieldRow = { name: string; value: string; isEmpty?: boolean };

export function fieldRows(kind: Kind, body: Body, refs: DeskRef[]): FieldRow[] {
  const { summary, showInFooter, shareImage, linkedPage, linkText, rule } = body;
  const rows: FieldRow[] = [];
  if (kind === "page") {
    const image = shareImage ? titleOf(`image/${shareImage}`, refs) : text.no;
    rows.push({ name: text.summary, value: summary ?? "", isEmpty: !summary });
    rows.push({ name: text.footer, value: showInFooter ? text.yes : text.no });
    rows.push({ name: text.shareImage, value: image, isEmpty: !shareImage });
  }
  if (linkedPage) rows.push({ name: text.link, value: `${linkText ?? ""} → /${linkedPage}` });
  if (rule) rows.push({ name: text.rule, value: ruleText(rule, refs) });
  return rows;
}

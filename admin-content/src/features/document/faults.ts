// The server's refusals as messages at the fields of the form.
import type { FieldError } from "storefront/kit/form/error-summary.tsx";
import { documentText as text } from "#app/et/document.ts";
import { strings } from "#app/et/strings.ts";
import type { Faults } from "./draft-state.ts";

export const FIELD_IDS = {
  title: "document-title",
  content: "document-text",
  summary: "document-summary",
  linkedPage: "document-page",
  linkText: "document-link-text",
  bookIds: "document-books",
  rule: "slider-rule",
  ruleCategory: "slider-rule-of",
  ruleCount: "slider-rule-count",
  shareImage: "document-share-image",
} as const;

export type FieldName = keyof typeof FIELD_IDS;

const LABELS: Record<FieldName, string> = {
  title: text.title,
  content: text.text,
  summary: text.summary,
  linkedPage: text.linkedPage,
  linkText: text.linkText,
  bookIds: strings.slider.books,
  rule: strings.slider.books,
  ruleCategory: text.ruleCategory,
  ruleCount: text.ruleCount,
  shareImage: text.shareImage,
};

/** Members of members that have a field of their own. */
const INNER: Record<string, FieldName> = {
  "rule.categoryId": "ruleCategory",
  "rule.count": "ruleCount",
};

const memberOf = (field: string) => field.replace(/^body\./, "");

/** What was changed since is judged anew at the next save. `changed` are names of the form. */
export function without(faults: Faults, changed: string[]): Faults {
  const members = changed.map((name) => (name === "books" ? "bookIds" : name));
  return faults.filter(
    ({ field }) => !members.includes(/^[a-zA-Z]*/.exec(memberOf(field))?.[0] ?? ""),
  );
}

/** At most one message a field. */
export function messagesOf(faults: Faults): Partial<Record<FieldName, string>> {
  const messages: Partial<Record<FieldName, string>> = {};
  for (const { field, code } of faults) {
    const member = memberOf(field);
    const name = INNER[member] ?? (/^[a-zA-Z]+/.exec(member)?.[0] as FieldName | undefined);
    if (name && name in FIELD_IDS) messages[name] ??= messageOf(name, code);
  }
  return messages;
}

function messageOf(name: FieldName, code: string): string {
  if (code === "too-long") return strings.common.tooLong;
  if (name === "title" && code === "required") return text.titleRequired;
  if (name === "linkText" && code === "required") return text.linkTextRequired;
  if (name === "linkedPage" && code === "not-found") return text.pageGone;
  if (name === "bookIds" && code === "not-found") return text.bookGone;
  if (name === "content" && code === "alt-missing") return text.altMissing;
  if (name === "shareImage" && code === "not-found") return text.imageGone;
  if (name === "ruleCount") return text.ruleCountWrong;
  if (name === "ruleCategory") {
    return code === "required" ? text.ruleCategoryRequired : text.ruleCategoryGone;
  }
  return text.invalid;
}

export function summaryOf(messages: Partial<Record<FieldName, string>>): FieldError[] {
  return (Object.keys(messages) as FieldName[]).map((name) => ({
    id: FIELD_IDS[name],
    message: `${LABELS[name]}: ${messages[name]}`,
  }));
}

// The working copy of a new document. The identifier follows the title until it is changed by hand.
import { api } from "storefront/api/client.ts";
import type { Document, Kind as DocumentKind } from "#app/api/types.ts";
import { identifierOf, isIdentifier } from "#app/et/identifier.ts";
import { strings } from "#app/et/strings.ts";
import {
  type Field,
  type FieldTable,
  messagesFor,
  required,
  textField,
} from "#app/working-copy/fields.ts";
import type { Kind } from "#app/working-copy/types.ts";
import { WorkingCopy } from "#app/working-copy/working-copy.ts";

const text = strings.create;

/** The only announcement has an identifier of its own. */
export const ANNOUNCEMENT = "announcement";

export type NewDocument = { kind: DocumentKind; title: string; identifier: string };
export type NewDocumentCopy = WorkingCopy<NewDocument, Document | null>;

const kind: Field<DocumentKind> = {
  label: text.kind,
  accepts: (value) => typeof value === "string" && value in strings.kinds,
};

export const newDocumentFields: FieldTable<NewDocument> = {
  kind,
  title: textField(text.name, { check: required }),
  identifier: textField(text.identifier, {
    check: (value) => (isIdentifier(value) ? undefined : value ? "invalid" : "required"),
    message: messagesFor({
      taken: text.taken,
      reserved: strings.common.identifierReserved,
      invalid: strings.common.slugInvalid,
    }),
  }),
};

const newDocumentKind: Kind<NewDocument, Document | null> = {
  prefix: "create",
  fields: newDocumentFields,
  valuesOf: () => ({ kind: "page", title: "", identifier: "" }),
  versionOf: (document) => document?.revision ?? 0,
  save: (_, { kind, title, identifier }) =>
    api("POST /desk/items", { body: { kind, identifier, body: { title } } }),
  onConflict: "mine",
};

export const newDocumentCopy = (): NewDocumentCopy => new WorkingCopy(newDocumentKind, null);

export function change(copy: NewDocumentCopy, patch: Partial<NewDocument>): void {
  const { values } = copy.getSnapshot();
  const before = values.kind === ANNOUNCEMENT ? ANNOUNCEMENT : identifierOf(values.title);
  const { kind, title } = { ...values, ...patch };
  const follows = values.identifier === before;
  const identifier = kind === ANNOUNCEMENT ? ANNOUNCEMENT : identifierOf(title);
  copy.edit({ ...patch, ...((follows || kind === ANNOUNCEMENT) && { identifier }) });
}

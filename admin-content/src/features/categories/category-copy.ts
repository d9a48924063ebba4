import { api } from "storefront/api/client.ts";
import type { Category, CategoryValues } from "#app/api/types.ts";
import { categoryStrings as text } from "#app/et/books.ts";
import { identifierOf } from "#app/et/identifier.ts";
import {
  booleanField,
  type Field,
  type FieldTable,
  required,
  slugField,
  textField,
} from "#app/working-copy/fields.ts";
import type { Kind } from "#app/working-copy/types.ts";
import { WorkingCopy } from "#app/working-copy/working-copy.ts";

/** Without an id it is a new category below `parentId`. */
export type EditedCategory = Category | { id: null; parentId: string | null };
export type CategoryCopy = WorkingCopy<CategoryValues, EditedCategory>;

const parentId: Field<string | null> = {
  label: text.parent,
  accepts: (value) => value === null || typeof value === "string",
  message: () => text.parentInvalid,
};

export const categoryFields: FieldTable<CategoryValues> = {
  name: textField(text.name, { check: required }),
  slug: slugField(text.slug, { taken: text.slugTaken }),
  parentId,
  includeInMenu: booleanField(text.includeInMenu),
};

function valuesOf(category: EditedCategory): CategoryValues {
  if (category.id === null) {
    return { parentId: category.parentId, slug: "", name: "", includeInMenu: true };
  }
  const { parentId, slug, name, includeInMenu } = category;
  return { parentId, slug, name, includeInMenu };
}

const categoryKind: Kind<CategoryValues, EditedCategory> = {
  prefix: "category",
  fields: categoryFields,
  valuesOf,
  versionOf: (category) => (category.id === null ? 0 : category.version),
  save: ({ id }, values, { basedOn }) => {
    const body = { ...values, name: values.name.trim(), slug: values.slug.trim() };
    return id === null
      ? api("POST /desk/categories", { body })
      : api("PUT /desk/categories/{id}", { path: { id }, body: { basedOn, ...body } });
  },
  onConflict: "mine",
};

export const newCategoryCopy = (category: EditedCategory): CategoryCopy =>
  new WorkingCopy(categoryKind, category);

/** Changes the name. The slug of a new category follows the name until the editor changes the slug. */
export function rename(copy: CategoryCopy, name: string): void {
  const { remote, values } = copy.getSnapshot();
  const follows = remote.id === null && values.slug === identifierOf(values.name);
  copy.edit({ name, ...(follows && { slug: identifierOf(name) }) });
}

// A category in its form, and what is wrong with it.
import { isApiError } from "storefront/api/errors.ts";
import type { Category, CategoryValues } from "#app/api/books.ts";
import { categoryStrings as text } from "#app/et/books.ts";
import { identifierOf } from "#app/et/identifier.ts";
import { strings } from "#app/et/strings.ts";

export type Errors = { name?: string; slug?: string; parentId?: string };

export type Editing = {
  /** Null: one that is being made. */
  category: Category | null;
  values: CategoryValues;
};

/** Why a save did not come through, and what the form goes on with when somebody else had saved. */
export type Refused = { errors: Errors; editing?: Editing };

export const valuesOf = ({ parentId, slug, name, includeInMenu }: Category): CategoryValues => ({
  parentId,
  slug,
  name,
  includeInMenu,
});

export const changing = (category: Category): Editing => ({
  category,
  values: valuesOf(category),
});

export const making = (parentId: string | null): Editing => ({
  category: null,
  values: { parentId, slug: "", name: "", includeInMenu: true },
});

/** The values with another name; the slug of a new category follows it until it is changed by hand. */
export function renamed({ category, values }: Editing, name: string): Editing {
  const follows = !category && values.slug === identifierOf(values.name);
  return { category, values: { ...values, name, ...(follows && { slug: identifierOf(name) }) } };
}

export function errorsIn({ name, slug }: CategoryValues): Errors {
  return {
    ...(!name.trim() && { name: strings.common.required }),
    ...(!slug.trim() && { slug: strings.common.required }),
    ...(slug.trim() && !/^[a-z0-9-]+$/.test(slug.trim()) && { slug: text.slugInvalid }),
  };
}

/** What somebody else has put where one writes something else. */
export function meanwhile(
  names: (keyof CategoryValues)[],
  { name, slug, parentId }: Category,
  categories: Category[],
): Errors {
  const above = categories.find(({ id }) => id === parentId)?.name ?? text.top;
  const theirs: Required<Errors> = { name, slug, parentId: above };
  const told = (Object.keys(theirs) as (keyof Errors)[]).filter((each) => names.includes(each));
  return Object.fromEntries(told.map((each) => [each, strings.common.meanwhile(theirs[each])]));
}

/** What the server refused, at the fields; null when it was something else. */
export function refusals(error: unknown): Errors | null {
  if (isApiError(error, 409)) return { slug: text.slugTaken };
  if (!isApiError(error, 422)) return null;
  const errors: Errors = {};
  for (const { field, code } of error.problem.errors ?? []) {
    if (field === "name") {
      errors.name =
        code === "too-long"
          ? text.tooLong
          : code === "required"
            ? strings.common.required
            : text.invalid;
    } else if (field === "slug") {
      errors.slug = code === "reserved" ? text.slugReserved : text.slugInvalid;
    } else if (field === "parentId") errors.parentId = text.parentInvalid;
  }
  return Object.keys(errors).length > 0 ? errors : null;
}

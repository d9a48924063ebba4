import type { Category } from "#app/api/types.ts";

/** Categories of the menu without a parent. */
export function menuCategories(categories: Category[]): Category[] {
  return categories.filter((category) => category.includeInMenu && category.parentId === null);
}

export function childrenOf(categories: Category[], parent: Category): Category[] {
  return categories.filter((category) => category.parentId === parent.id);
}

/** From the top ancestor to the category itself. */
export function chainOf(categories: Category[], category: Category): Category[] {
  const byId = new Map(categories.map((each) => [each.id, each]));
  const chain: Category[] = [];
  for (let at: Category | undefined = category; at && !chain.includes(at); ) {
    chain.unshift(at);
    at = at.parentId ? byId.get(at.parentId) : undefined;
  }
  return chain;
}

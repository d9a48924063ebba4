import type { Category } from "./types.ts";

type Each = Pick<Category, "id" | "parentId">;
export type Branch<T extends Each = Category> = { category: T; below: Branch<T>[] };

/** A category whose parent is not in the list is at the top. */
export function treeOf<T extends Each>(categories: T[]): Branch<T>[] {
  const known = new Set(categories.map(({ id }) => id));
  const placeOf = ({ parentId }: T) => (parentId !== null && known.has(parentId) ? parentId : null);
  const branches = (place: string | null): Branch<T>[] =>
    categories
      .filter((each) => placeOf(each) === place)
      .map((category) => ({ category, below: branches(category.id) }));
  return branches(null);
}

/** The ids of the category and of all below it. */
export function within<T extends Each>(categories: T[], id: string): Set<string> {
  const found = new Set([id]);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const { id: each, parentId } of categories) {
      if (parentId !== null && found.has(parentId)) found.add(each);
    }
  }
  return found;
}

export function siblings<T extends Each>(categories: T[], parentId: string | null): T[] {
  return categories.filter((each) => each.parentId === parentId);
}

/** The list with the children of `parentId` in another order. */
export function ordered<T extends Each>(
  categories: T[],
  parentId: string | null,
  ids: string[],
): T[] {
  const own = ids.flatMap((id) => categories.find((each) => each.id === id) ?? []);
  let next = 0;
  return categories.map((each) => (each.parentId === parentId ? (own[next++] ?? each) : each));
}

/** Options of a choice: the tree as lines, indented by depth. */
export function treeOptions(categories: Category[]): { value: string; label: string }[] {
  const lines = (branches: Branch[], depth: number): { value: string; label: string }[] =>
    branches.flatMap(({ category, below }) => [
      { value: category.id, label: `${"\u2003".repeat(depth)}${category.name}` },
      ...lines(below, depth + 1),
    ]);
  return lines(treeOf(categories), 0);
}

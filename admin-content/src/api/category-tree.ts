import type { Category } from "./types.ts";

export type Branch = { category: Category; below: Branch[] };

/** A category whose parent is not in the list is at the top. */
export function treeOf(categories: Category[]): Branch[] {
  const known = new Set(categories.map(({ id }) => id));
  const placeOf = ({ parentId }: Category) =>
    parentId !== null && known.has(parentId) ? parentId : null;
  const branches = (place: string | null): Branch[] =>
    categories
      .filter((each) => placeOf(each) === place)
      .map((category) => ({ category, below: branches(category.id) }));
  return branches(null);
}

/** The ids of the category and of all below it. */
export function within(categories: Category[], id: string): Set<string> {
  const found = new Set([id]);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const { id: each, parentId } of categories) {
      if (parentId !== null && found.has(parentId)) found.add(each);
    }
  }
  return found;
}

export function siblings(categories: Category[], parentId: string | null): Category[] {
  return categories.filter((each) => each.parentId === parentId);
}

/** The list with the children of `parentId` in another order. */
export function ordered(categories: Category[], parentId: string | null, ids: string[]) {
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

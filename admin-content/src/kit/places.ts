/** Returns the same list when the item is at the end already. */
export function movedBy<T>(list: T[], item: T, by: -1 | 1): T[] {
  const from = list.indexOf(item);
  const to = from + by;
  if (from < 0 || to < 0 || to >= list.length) return list;
  const order = list.filter((each) => each !== item);
  order.splice(to, 0, item);
  return order;
}

/** Returns the list with the item at index `to`. */
export function placed<T extends { id: string }>(list: T[], id: string, to: number): T[] {
  const item = list.find((each) => each.id === id);
  if (!item) return list;
  const order = list.filter((each) => each !== item);
  order.splice(to, 0, item);
  return order;
}

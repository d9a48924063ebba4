// Two people change the fields of one thing that has no versions.

/**
 * One's own changes over what others have saved since the form began with `base`: what one has not touched comes
 * from them. `both` names what both changed, each to something else; one's own stands there.
 */
export function merged<Values extends object>(
  base: Values,
  mine: Values,
  theirs: Values,
): { values: Values; both: (keyof Values)[] } {
  const names = Object.keys(mine) as (keyof Values)[];
  const isMine = (name: keyof Values) => mine[name] !== base[name];
  const both = names.filter(
    (name) => isMine(name) && theirs[name] !== base[name] && theirs[name] !== mine[name],
  );
  const entries = names.map((name) => [name, isMine(name) ? mine[name] : theirs[name]]);
  return { values: Object.fromEntries(entries) as Values, both };
}

// Suggests a correction for an email address with a typo: "gmial.com", ".con". Loaded after typing.

/** Providers with names long enough to be recognised with a typo, and their domains. */
const PROVIDERS = new Map([
  ["gmail", "com"],
  ["googlemail", "com"],
  ["hotmail", "com"],
  ["outlook", "com"],
  ["yahoo", "com"],
  ["icloud", "com"],
  ["protonmail", "com"],
  ["online", "ee"],
]);

/** Providers with one domain: another top-level domain is a typo too. */
const ONE_DOMAIN = new Set(["gmail", "googlemail", "icloud", "protonmail"]);

/** Real providers one letter away from another's name. */
const GENUINE = new Set(["mail", "email", "ymail", "fmail"]);

/** Mistyped top-level domains and the intended one. */
const TOP_LEVEL = new Map(
  Object.entries({
    com: "con cmo ocm comm coom ccom vom xom cim cpm cok",
    ee: "e eee ew wee eed eer",
    net: "nte nett ent",
    org: "ogr orgg rog",
    eu: "ue euu",
  }).flatMap(([right, wrong]) => wrong.split(" ").map((slip) => [slip, right] as const)),
);

/** The probably intended address with the same local part, or null when nothing looks wrong. */
export function suggestEmail(address: string): string | null {
  const trimmed = address.trim();
  const at = trimmed.lastIndexOf("@");
  if (at < 1) return null;
  const typed = trimmed.slice(at + 1).toLowerCase();
  const dot = typed.lastIndexOf(".");
  let name = dot < 0 ? typed : typed.slice(0, dot);
  let top = dot < 0 ? "" : typed.slice(dot + 1);
  top = TOP_LEVEL.get(top) ?? top;
  const provider = closestProvider(name);
  if (provider) {
    const domain = PROVIDERS.get(provider) ?? "com";
    if (provider !== name || !top || ONE_DOMAIN.has(provider)) top = domain;
    name = provider;
  }
  const meant = `${name}.${top}`;
  return top && name && meant !== typed ? `${trimmed.slice(0, at)}@${meant}` : null;
}

function closestProvider(name: string): string | null {
  if (PROVIDERS.has(name)) return name;
  if (GENUINE.has(name) || name.length < 4) return null;
  const near = (provider: string) => slips(name, provider) <= (provider.length > 6 ? 2 : 1);
  return [...PROVIDERS.keys()].find(near) ?? null;
}

/** The number of inserted, deleted, changed or swapped letters (optimal string alignment). */
function slips(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      }
      row.push(best);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

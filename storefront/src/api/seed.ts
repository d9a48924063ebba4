// The answers that the server put into the page (API URL → body), so the first render asks nothing.

let seeds: Map<string, unknown> | undefined;

function load(): Map<string, unknown> {
  const element = document.getElementById("seed");
  if (!element?.textContent) return new Map();
  try {
    return new Map(Object.entries(JSON.parse(element.textContent) as Record<string, unknown>));
  } catch {
    return new Map();
  }
}

/** Hands a seed out once: the second asking goes to the network, where the HTTP cache answers. */
export function takeSeed(url: string): { body: unknown } | null {
  seeds ??= load();
  if (!seeds.has(url)) return null;
  const body = seeds.get(url);
  seeds.delete(url);
  return { body };
}

/** For tests: forget what was read from the page. */
export function resetSeeds(): void {
  seeds = undefined;
}

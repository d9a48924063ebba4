// The API responses that the server put into the page, by URL, so that the first render needs no requests.

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

/** Returns each seed once; the next request goes to the network and the HTTP cache. */
export function takeSeed(url: string): { body: unknown } | null {
  seeds ??= load();
  if (!seeds.has(url)) return null;
  const body = seeds.get(url);
  seeds.delete(url);
  return { body };
}

/** For tests: reads the page again. */
export function resetSeeds(): void {
  seeds = undefined;
}

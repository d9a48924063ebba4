// Calls the API: server-rendered seeds first, then fetch with the session's token.
import { ApiError, problemOf } from "./errors.ts";
import type { paths } from "./schema.d.ts";
import { takeSeed } from "./seed.ts";
import type { Answer } from "./types.ts";

export const API_BASE = "/api";

let readToken: () => string | null = () => null;

/** Registers how the session's token is read, so that this module needs no import of the session. */
export function readTokenFrom(read: () => string | null): void {
  readToken = read;
}

/** Every call of the API document, as "GET /books/slug/{slug}". */
export type Call = {
  [P in keyof paths]: {
    [M in keyof paths[P]]-?: paths[P][M] extends { responses: unknown }
      ? `${Uppercase<M & string>} ${P}`
      : never;
  }[keyof paths[P]];
}[keyof paths];

type Operation<C extends Call> = C extends `${infer M} ${infer P extends keyof paths}`
  ? paths[P][Lowercase<M> & keyof paths[P]]
  : never;

type Parameters<O> = O extends { parameters: infer P }
  ? Pick<P, keyof P & ("path" | "query")>
  : never;

type Body<O> = O extends { requestBody?: undefined }
  ? { body?: undefined }
  : O extends { requestBody: { content: { "application/json": infer B } } }
    ? { body: B }
    : { body?: unknown };

type Json<R> = R extends { content: { "application/json": infer B } } ? Answer<B> : undefined;

/** The JSON body that a call returns; `undefined` for calls without one. */
export type ApiResult<C extends Call> =
  Operation<C> extends { responses: infer R }
    ? [keyof R & (200 | 201)] extends [never]
      ? undefined
      : Json<R[keyof R & (200 | 201)]>
    : never;

export type RequestOptions = {
  signal?: AbortSignal | undefined;
  /** Authenticates as another account than the session's (links of the phone app). */
  token?: string | undefined;
  keepalive?: boolean;
  cache?: RequestCache;
};

export type Options<C extends Call> = Parameters<Operation<C>> &
  Body<Operation<C>> &
  RequestOptions;
type Arguments<C extends Call> =
  Record<never, never> extends Options<C> ? [options?: Options<C>] : [options: Options<C>];

type Values = Record<string, string | number | boolean | null | undefined>;

/** "/positions/{book_id}" with its parameters filled in, and the query. */
export function addressOf(path: string, values: Values = {}, query: Values = {}): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ""));
  const pairs = Object.entries(query)
    .filter(([, value]) => value != null)
    .map(([name, value]) => `${name}=${encodeURIComponent(value ?? "")}`);
  // "/" is legal in a query, and the server's seeds write it as it is.
  return pairs.length > 0 ? `${address}?${pairs.join("&").replaceAll("%2F", "/")}` : address;
}

/** Returns the parsed body. Throws ApiError, also without a response; rethrows an abort. */
export function api<C extends Call>(call: C, ...[options]: Arguments<C>): Promise<ApiResult<C>> {
  const [method = "GET", address = ""] = call.split(" ");
  const { path, query, ...rest } = (options ?? {}) as { path?: Values; query?: Values };
  return request(addressOf(address, path, query), { ...rest, method });
}

/** The untyped call below `api`: `path` starts after `/api` and may carry a query. */
export async function request<T>(
  path: string,
  {
    method = "GET",
    body,
    token = readToken() ?? undefined,
    signal,
    keepalive,
    cache,
  }: RequestOptions & { method?: string; body?: unknown } = {},
): Promise<T> {
  const url = API_BASE + path;
  const seed = method === "GET" && !cache ? takeSeed(url) : null;
  if (seed) return seed.body as T;
  const headers: Record<string, string> = { Accept: "application/json" };
  if (token) {
    headers["Api-Token"] = token;
    headers.Authorization = `Bearer ${token}`;
  }
  if (body !== undefined) headers["Content-Type"] = "application/json";
  try {
    const response = await fetch(url, {
      method,
      headers,
      // JSON.stringify(undefined) is undefined: no body.
      body: JSON.stringify(body),
      signal,
      keepalive,
      cache,
    } as RequestInit);
    if (!response.ok) throw await problemOf(response);
    const text = await response.text();
    return (text ? JSON.parse(text) : undefined) as T;
  } catch (cause) {
    if (signal?.aborted || cause instanceof ApiError) throw cause;
    // No response, half of one, or a proxy's page in place of the API's JSON.
    throw new ApiError({ type: "about:blank", title: String(cause), status: 0, code: "network" });
  }
}

// The one way to the API: seeds first, then fetch with the session's token; failures are ApiError.
import { ApiError, problemOf } from "./errors.ts";
import { takeSeed } from "./seed.ts";

export const API_BASE = "/api";

let readToken: () => string | null = () => null;

/** The session registers how its token is read; the client itself keeps no state of it. */
export function readTokenFrom(read: () => string | null): void {
  readToken = read;
}

export type ApiOptions = {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal;
  /** Speaks for another account than the session's (the app's token routes). */
  token?: string;
  /** Lets the request outlive the page (reports sent on pagehide). */
  keepalive?: boolean;
  /** Fetch's cache mode; "reload" asks the server even when a fresh copy is at hand. */
  cache?: RequestCache;
};

/**
 * Calls `path` (from `/api`, with query) and answers the parsed body; `undefined` for 204.
 * Throws ApiError for any status outside 2xx and when no whole answer comes; an abort rethrows as it is.
 */
export async function api<T>(path: string, options: ApiOptions = {}): Promise<T> {
  const { method = "GET", body, signal, keepalive, cache } = options;
  const url = API_BASE + path;
  if (method === "GET" && !cache) {
    const seed = takeSeed(url);
    if (seed) return seed.body as T;
  }
  const headers: Record<string, string> = { Accept: "application/json" };
  const token = options.token ?? readToken();
  if (token) {
    headers["Api-Token"] = token;
    headers.Authorization = `Bearer ${token}`;
  }
  if (body !== undefined) headers["Content-Type"] = "application/json";
  try {
    const response = await fetch(url, {
      method,
      headers,
      // What is not said is left out: JSON of nothing is nothing.
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
    // No answer, half of one, or the page of somebody between that is none of the API.
    throw new ApiError({ type: "about:blank", title: String(cause), status: 0, code: "network" });
  }
}

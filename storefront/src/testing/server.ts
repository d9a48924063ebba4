// A fake API for unit tests: answers by "METHOD /path" and records the requests.
import { vi } from "vitest";

type Answer = unknown | ((asked: Asked) => unknown) | Response;

export type Asked = {
  call: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
  keepalive: boolean;
};

/** A problem document as the server sends it. */
export function problem(status: number, code: string, more: object = {}): Response {
  return new Response(
    JSON.stringify({ type: `/problems/${code}`, title: code, status, code, ...more }),
    { status, headers: { "Content-Type": "application/problem+json" } },
  );
}

/** `answers` may change during the test; an unlisted call fails as the network does. */
export function fakeServer(answers: Record<string, Answer>) {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
    init.signal?.throwIfAborted();
    const url = new URL(input, "http://localhost");
    const call = `${init.method ?? "GET"} ${url.pathname.replace(/^\/api/, "")}`;
    const request: Asked = {
      call,
      query: url.searchParams,
      body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
      headers: new Headers(init.headers),
      keepalive: init.keepalive === true,
    };
    asked.push(request);
    if (!(call in answers)) throw new TypeError(`no answer for ${call}`);
    const answer = answers[call];
    const made = await (typeof answer === "function" ? answer(request) : answer);
    if (made instanceof Response) return made.clone();
    return new Response(made === undefined ? null : JSON.stringify(made), {
      status: made === undefined ? 204 : 200,
      headers: { "Content-Type": "application/json" },
    });
  });
  return {
    asked,
    answers,
    count: (call: string) => asked.filter((each) => each.call === call).length,
  };
}

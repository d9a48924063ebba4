import { afterEach, expect, it, vi } from "vitest";
import { sendFile } from "./upload.ts";

class Request {
  static last: Request;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  headers: Record<string, string> = {};
  answers: Record<string, string> = {};
  opened: string[] = [];
  sent: unknown;
  status = 0;
  responseText = "";
  onload = () => {};
  onerror = () => {};
  constructor() {
    Request.last = this;
  }
  open = (...opened: string[]) => {
    this.opened = opened;
  };
  setRequestHeader = (name: string, value: string) => {
    this.headers[name] = value;
  };
  getResponseHeader = (name: string) => this.answers[name] ?? null;
  send = (body: unknown) => {
    this.sent = body;
  };
  answer(status: number, body: string, type = "application/json") {
    Object.assign(this, { status, responseText: body, answers: { "content-type": type } });
    this.onload();
  }
}

const image = new File(["abc"], "a.png", { type: "image/png" });

function begin(onSent?: (share: number) => void) {
  vi.stubGlobal("XMLHttpRequest", Request);
  const session = { token: "t1", email: "a@b.ee", name: "A" };
  localStorage.setItem("heliriiul.desk", JSON.stringify(session));
  const sent = sendFile("PUT /desk/images/{id}/file", { path: { id: "1" }, body: image }, onSent);
  return { sent, request: Request.last };
}

afterEach(() => vi.unstubAllGlobals());

it("sends the bytes with their type and the session, and tells how far it is", async () => {
  const onSent = vi.fn();
  const { sent, request } = begin(onSent);
  expect(request.opened).toEqual(["PUT", "/api/desk/images/1/file"]);
  expect(request.headers).toMatchObject({ "Content-Type": "image/png", "Api-Token": "t1" });
  expect(request.sent).toBe(image);
  request.upload.onprogress?.({ loaded: 1, total: 4 });
  expect(onSent).toHaveBeenCalledWith(0.25);
  request.answer(200, '{"id":"1"}');
  expect(await sent).toEqual({ id: "1" });
});

it("reads a refusal, also one of a proxy, and a network that is away", async () => {
  const refused = begin();
  const problem = { code: "validation", errors: [{ field: "image", code: "invalid" }] };
  refused.request.answer(422, JSON.stringify(problem), "application/problem+json");
  await expect(refused.sent).rejects.toMatchObject({ status: 422, problem });
  const proxy = begin();
  proxy.request.answer(413, "<h1>Too large</h1>", "text/html");
  await expect(proxy.sent).rejects.toMatchObject({ status: 413, code: "http" });
  const away = begin();
  away.request.onerror();
  await expect(away.sent).rejects.toMatchObject({ status: 0, code: "network" });
});

// Sends files to the API. XMLHttpRequest is used because fetch reports no upload progress.
import { API_BASE, type ApiResult, addressOf, type Options } from "storefront/api/client.ts";
import { ApiError, problemOf } from "storefront/api/errors.ts";
import { getSession } from "#app/session/session.ts";

export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;

type Upload =
  | "POST /desk/images"
  | "PUT /desk/images/{id}/file"
  | "PUT /desk/books/{id}/cover"
  | "PUT /desk/books/{id}/sample";

/** Called with the sent share of the file, 0 to 1. At 1 the server still processes it. */
type OnSent = (share: number) => void;

export function sendFile<C extends Upload>(
  call: C,
  { path, query, body: file }: Options<C> & { body: File },
  onSent?: OnSent,
): Promise<ApiResult<C>> {
  const [method = "", address = ""] = call.split(" ");
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, API_BASE + addressOf(address, path, query));
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
    const token = getSession()?.token;
    if (token) {
      request.setRequestHeader("Api-Token", token);
      request.setRequestHeader("Authorization", `Bearer ${token}`);
    }
    request.upload.onprogress = ({ loaded, total }) => onSent?.(total > 0 ? loaded / total : 0);
    const unanswered = () =>
      reject(new ApiError({ type: "about:blank", title: "network", status: 0, code: "network" }));
    request.onerror = unanswered;
    request.onabort = unanswered;
    request.onload = () => {
      if (request.status < 200 || request.status >= 300) {
        problemOf(responseOf(request)).then(reject, reject);
        return;
      }
      try {
        resolve(JSON.parse(request.responseText));
      } catch {
        unanswered();
      }
    };
    request.send(file);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ["content-type", "retry-after"]) {
    const value = request.getResponseHeader(name);
    if (value) headers.set(name, value);
  }
  return new Response(request.responseText, { status: request.status, headers });
}

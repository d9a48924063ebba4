// Sends files to the API. XMLHttpRequest is used because fetch reports no upload progress.
import { API_BASE } from "storefront/api/client.ts";
import { ApiError, problemOf } from "storefront/api/errors.ts";
import { getSession } from "#app/session/session.ts";

/** Called with the sent share of the file, 0 to 1. At 1 the server still processes it. */
export type OnSent = (share: number) => void;

export function sendFile<T>(
  method: "POST" | "PUT",
  path: string,
  file: File,
  onSent?: OnSent,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, API_BASE + path);
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
      if (request.status >= 200 && request.status < 300) {
        try {
          resolve(JSON.parse(request.responseText) as T);
        } catch {
          unanswered();
        }
      } else problemOf(answerOf(request)).then(reject, reject);
    };
    request.send(file);
  });
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ["content-type", "retry-after"]) {
    const value = request.getResponseHeader(name);
    if (value) headers.set(name, value);
  }
  return new Response(request.responseText, { status: request.status, headers });
}

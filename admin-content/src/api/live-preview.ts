// The store's page with a text that is not saved: the address of a preview, asked with the text.
import { ApiError, problemOf } from "storefront/api/errors.ts";

/** A call that hangs must not keep the next text from being shown. */
const LONGEST_MS = 30_000;

/** Answers the page's HTML. `body` is JSON, as a save has it; throws ApiError, an abort rethrows as it is. */
export async function drawPreview(
  url: string,
  body: string,
  token: string,
  signal: AbortSignal,
): Promise<string> {
  let response: Response;
  let html: string;
  try {
    response = await fetch(url, {
      method: "POST",
      headers: { Accept: "text/html", "Api-Token": token, "Content-Type": "application/json" },
      credentials: "same-origin",
      // Whoever moved the page made another address for its preview; a GET there would show what is saved.
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
      body,
    });
    html = response.ok ? await response.text() : "";
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new ApiError({ type: "about:blank", title: String(cause), status: 0, code: "network" });
  }
  if (response.type === "opaqueredirect") {
    throw new ApiError({ type: "about:blank", title: "moved", status: 404, code: "moved" });
  }
  if (!response.ok) throw await problemOf(response);
  return html;
}

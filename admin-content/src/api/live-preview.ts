// Fetches the store's page with unsaved text, by a POST of the text to the preview's address.
import { ApiError, problemOf } from "storefront/api/errors.ts";

/** A hanging call must not block the next one. */
const LONGEST_MS = 30_000;

/** Returns the page's HTML. `body` is the JSON of a save. Throws ApiError, or the error of an abort. */
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
      // The page has been renamed: a GET of its new address would show the saved text.
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

// /raamatud/isbn/{isbn}: leads to the book; whatever goes wrong leads home.
import { type LoaderFunctionArgs, replace } from "react-router";
import { api } from "#app/api/client.ts";
import { isApiError } from "#app/api/errors.ts";
import { reportError } from "#app/api/report.ts";
import { paths } from "#app/paths.ts";

export async function loader({ params, request }: LoaderFunctionArgs): Promise<Response> {
  const isbn = encodeURIComponent(params.isbn ?? "");
  try {
    const { slug } = await api<{ slug: string }>(`/books/internal/isbn/${isbn}`, {
      signal: request.signal,
    });
    return replace(paths.book(slug));
  } catch (error) {
    if (request.signal.aborted) throw error;
    if (!isApiError(error, 404)) {
      console.error("ISBN lookup failed", error);
      reportError(error, "isbn");
    }
    return replace(paths.home);
  }
}

/** The loader always leads elsewhere. */
export function Component() {
  return null;
}

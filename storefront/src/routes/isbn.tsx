// /raamatud/isbn/{isbn}: redirects to the book, or home on any error.
import { type LoaderFunctionArgs, replace } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { api } from "#app/api/client.ts";
import { isApiError } from "#app/api/errors.ts";
import { reportError } from "#app/api/report.ts";

export async function loader({ params, request }: LoaderFunctionArgs): Promise<Response> {
  const path = { isbn: params.isbn ?? "" };
  const { signal } = request;
  try {
    const { slug } = await api("GET /books/internal/isbn/{isbn}", { path, signal });
    return replace(paths.book(slug));
  } catch (error) {
    if (signal.aborted) throw error;
    if (!isApiError(error, 404)) {
      console.error("ISBN lookup failed", error);
      reportError(error, "isbn");
    }
    return replace(paths.home);
  }
}

export const Component = () => null;

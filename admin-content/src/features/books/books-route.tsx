// The lazy route of the list of books.
import { listBooks } from "#app/api/books.ts";
import { searchOf } from "#app/features/search/search-of.ts";
import { guarded } from "#app/features/session/guard.ts";

export const loader = guarded(({ request }) => listBooks(searchOf(request), null, request.signal));

export { BooksScreen as Component } from "./books-screen.tsx";

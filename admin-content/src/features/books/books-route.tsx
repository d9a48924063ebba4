// The lazy route of the list of books.
import { guarded } from "#app/session/guard.ts";
import { loadBooks } from "./book-list.ts";

export const loader = guarded(({ request }) => loadBooks(request));

export { BooksScreen as Component } from "./books-screen.tsx";

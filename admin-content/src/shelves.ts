// The routes beside the texts: books, categories, pictures, the schedule. Each screen is fetched when it is opened.
import type { RouteObject } from "react-router";
import { findBook, listBooks, listCategories } from "./api/books.ts";
import { findImage, listImages } from "./api/images.ts";
import { listSchedule } from "./api/schedule.ts";
import { guarded } from "./features/session/guard.ts";
import { patterns } from "./paths.ts";

/** What is searched, from the address. */
const searchOf = (request: Request) => new URL(request.url).searchParams.get("q") ?? "";

/** What is being written is never replaced by what is loaded. */
const keepsWork: RouteObject["shouldRevalidate"] = ({ currentParams, nextParams }) =>
  currentParams.id !== nextParams.id;

export const shelves: RouteObject[] = [
  {
    path: patterns.books,
    loader: guarded(({ request }) => listBooks(searchOf(request), null, request.signal)),
    lazy: async () => ({
      Component: (await import("./features/books/books-screen.tsx")).BooksScreen,
    }),
  },
  {
    path: patterns.book,
    loader: guarded(async ({ params: { id = "" }, request: { signal } }) => {
      const [book, categories] = await Promise.all([findBook(id, signal), listCategories(signal)]);
      return { book, categories };
    }),
    shouldRevalidate: keepsWork,
    lazy: () => import("./features/books/book-route.tsx"),
  },
  {
    path: patterns.categories,
    loader: guarded(({ request }) => listCategories(request.signal)),
    lazy: async () => ({
      Component: (await import("./features/categories/categories-screen.tsx")).CategoriesScreen,
    }),
  },
  {
    path: patterns.images,
    loader: guarded(({ request }) => listImages(searchOf(request), request.signal)),
    lazy: async () => ({
      Component: (await import("./features/images/images-screen.tsx")).ImagesScreen,
    }),
  },
  {
    path: patterns.image,
    loader: guarded(({ params: { id = "" }, request: { signal } }) => findImage(id, signal)),
    shouldRevalidate: keepsWork,
    lazy: () => import("./features/images/image-route.tsx"),
  },
  {
    path: patterns.schedule,
    loader: guarded(({ request }) => listSchedule(request.signal)),
    lazy: async () => ({
      Component: (await import("./features/schedule/schedule-screen.tsx")).ScheduleScreen,
    }),
  },
];

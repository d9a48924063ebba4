// The routes of books, categories, images, orders and the schedule. Each is loaded when it is opened, with its
// loader, so that the list of documents opens without them.
import type { RouteObject } from "react-router";
import { patterns } from "./paths.ts";

/** Revalidation never replaces unsaved work. */
const keepsWork: RouteObject["shouldRevalidate"] = ({ currentParams, nextParams }) =>
  currentParams.id !== nextParams.id;

const searchIn = (url: URL) => url.searchParams.get("q");

export const lazyRoutes: RouteObject[] = [
  {
    path: patterns.books,
    // The screen has loaded the next part of the same list itself.
    shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
      searchIn(currentUrl) === searchIn(nextUrl) && currentUrl.search !== nextUrl.search
        ? false
        : defaultShouldRevalidate,
    lazy: () => import("./features/books/books-route.tsx"),
  },
  {
    path: patterns.book,
    shouldRevalidate: keepsWork,
    lazy: () => import("./features/books/book-route.tsx"),
  },
  { path: patterns.categories, lazy: () => import("./features/categories/categories-route.tsx") },
  { path: patterns.images, lazy: () => import("./features/images/images-route.tsx") },
  {
    path: patterns.image,
    shouldRevalidate: keepsWork,
    lazy: () => import("./features/images/image-route.tsx"),
  },
  { path: patterns.order, lazy: () => import("./features/order/order-route.tsx") },
  { path: patterns.schedule, lazy: () => import("./features/schedule/schedule-route.tsx") },
];

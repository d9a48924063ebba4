// The desk's routes. All screens but the list of documents are lazy, and load at the same time as their data.
import type { ComponentType } from "react";
import {
  createBrowserRouter,
  type RouteObject,
  redirect,
  useLoaderData,
  useParams,
} from "react-router";
import { api } from "storefront/api/client.ts";
import {
  findDocument,
  findImage,
  findRevision,
  listCategories,
  listDocuments,
  listImages,
  listRevisions,
} from "./api/calls.ts";
import { loadBooks } from "./features/books/book-list.ts";
import { DocumentsScreen } from "./features/documents/documents-screen.tsx";
import { Crash } from "./features/frame/crash.tsx";
import { Frame } from "./features/frame/frame.tsx";
import { searchOf } from "./kit/search-of.ts";
import { BASE, orderedKind, paths } from "./paths.ts";
import { guarded, guardedForAdmins, isAdmin } from "./session/guard.ts";
import { LoginScreen } from "./session/login-screen.tsx";
import { endSession } from "./session/session.ts";

/** A screen that gets the loaded data as its props. It is mounted anew for another id. */
function withData<Props extends object>(Screen: ComponentType<Props>) {
  return function Component() {
    const { id, what } = useParams();
    return <Screen key={id ?? what} {...(useLoaderData() as Props)} />;
  };
}

/** Revalidation never replaces unsaved work. */
const keepsWork: RouteObject["shouldRevalidate"] = ({ currentParams, nextParams }) =>
  currentParams.id !== nextParams.id;

const searchIn = (url: URL) => url.searchParams.get("q");

function notFound(): Response {
  return new Response(null, { status: 404 });
}

const screens: RouteObject[] = [
  { path: paths.login, Component: LoginScreen },
  {
    path: paths.logout,
    loader: () => {
      endSession();
      return redirect(paths.login);
    },
  },
  {
    path: paths.documents,
    loader: guarded(({ request }) => listDocuments(request.signal)),
    // The loaded list has all documents: a search needs no request.
    shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
      defaultShouldRevalidate && currentUrl.search === nextUrl.search,
    Component: DocumentsScreen,
  },
  {
    path: paths.create,
    loader: guarded(async () => null),
    lazy: async () => ({
      Component: (await import("./features/documents/create-screen.tsx")).CreateScreen,
    }),
  },
  {
    path: paths.document(":id"),
    loader: guarded(async ({ params: { id = "" }, request: { signal } }) => {
      const [document, documents] = await Promise.all([
        findDocument(id, signal),
        listDocuments(signal),
      ]);
      // Only rows of books refer to categories.
      const categories = document.kind === "slider" ? await listCategories(signal) : [];
      return { document, categories, pages: documents.filter((each) => each.kind === "page") };
    }),
    shouldRevalidate: keepsWork,
    lazy: async () => ({
      Component: withData((await import("./features/document/document-screen.tsx")).DocumentScreen),
    }),
  },
  {
    path: paths.history(":id"),
    loader: guarded(async ({ params: { id = "" }, request: { url, signal } }) => {
      const [document, revisions, audit] = await Promise.all([
        findDocument(id, signal),
        listRevisions(id, {}, signal),
        api("GET /desk/items/{id}/audit", { path: { id }, signal }),
      ]);
      const asked = Number(new URL(url).searchParams.get("versioon"));
      const number = Number.isInteger(asked) && asked > 0 ? asked : document.revision;
      return { document, revisions, audit, shown: await findRevision(id, number, signal) };
    }),
    lazy: async () => ({
      Component: (await import("./features/history/history-screen.tsx")).HistoryScreen,
    }),
  },
  {
    path: paths.books,
    loader: guarded(({ request }) => loadBooks(request)),
    // The screen has loaded the next part of the same list itself.
    shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
      searchIn(currentUrl) === searchIn(nextUrl) && currentUrl.search !== nextUrl.search
        ? false
        : defaultShouldRevalidate,
    lazy: async () => ({
      Component: (await import("./features/books/books-screen.tsx")).BooksScreen,
    }),
  },
  {
    path: paths.book(":id"),
    loader: guarded(async ({ params: { id = "" }, request: { signal } }) => {
      const [book, categories] = await Promise.all([
        api("GET /desk/books/{id}", { path: { id }, signal }),
        listCategories(signal),
      ]);
      return { book, categories };
    }),
    shouldRevalidate: keepsWork,
    lazy: async () => ({
      Component: withData((await import("./features/books/book-screen.tsx")).BookScreen),
    }),
  },
  {
    path: paths.categories,
    loader: guarded(({ request }) => listCategories(request.signal)),
    lazy: async () => ({
      Component: (await import("./features/categories/categories-screen.tsx")).CategoriesScreen,
    }),
  },
  {
    path: paths.images,
    loader: guarded(({ request }) => listImages(searchOf(request), request.signal)),
    lazy: async () => ({
      Component: (await import("./features/images/images-screen.tsx")).ImagesScreen,
    }),
  },
  {
    path: paths.image(":id"),
    loader: guarded(async ({ params: { id = "" }, request: { signal } }) => ({
      image: await findImage(id, signal),
    })),
    shouldRevalidate: keepsWork,
    lazy: async () => ({
      Component: withData((await import("./features/images/image-screen.tsx")).ImageScreen),
    }),
  },
  {
    path: "/jarjekord/:what",
    loader: guarded(async ({ params: { what = "" }, request: { signal } }) => {
      const kind = orderedKind(what);
      if (!kind) throw notFound();
      const documents = await listDocuments(signal);
      const listed = documents.filter((each) => each.kind === kind && each.status !== "archived");
      return { kind, documents: listed };
    }),
    lazy: async () => ({
      Component: withData((await import("./features/order/order-screen.tsx")).OrderScreen),
    }),
  },
  {
    path: paths.schedule,
    loader: guarded(({ request }) => api("GET /desk/schedule", { signal: request.signal })),
    lazy: async () => ({
      Component: (await import("./features/schedule/schedule-screen.tsx")).ScheduleScreen,
    }),
  },
  // For editors, and for unknown addresses of the admins: `patchRoutesOnNavigation` adds the known ones.
  { path: `${paths.operator}/*`, loader: guardedForAdmins(() => Promise.reject(notFound())) },
  { path: "*", loader: () => Promise.reject(notFound()) },
];

const SCREENS = "screens";
const IS_OPERATOR = new RegExp(`^(?:${BASE})?${paths.operator}(?:/|$)`);

export const createDeskRouter = () =>
  createBrowserRouter(
    [{ Component: Frame, children: [{ id: SCREENS, ErrorBoundary: Crash, children: screens }] }],
    {
      basename: BASE,
      // The screens of the admins, with their routes, are a part of the build that editors never load.
      patchRoutesOnNavigation: async ({ path, patch }) => {
        if (!IS_OPERATOR.test(path) || !isAdmin()) return;
        patch(SCREENS, (await import("./operator-routes.tsx")).operatorRoutes);
      },
    },
  );

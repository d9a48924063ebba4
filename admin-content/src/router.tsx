// The desk's routes. The screens of a document are lazy: lists open without them.

import { createBrowserRouter, type RouteObject, redirect } from "react-router";
import { api } from "storefront/api/client.ts";
import {
  findDocument,
  findRevision,
  listCategories,
  listDocuments,
  listRevisions,
} from "./api/calls.ts";
import { DocumentsScreen } from "./features/documents/documents-screen.tsx";
import { Crash } from "./features/frame/crash.tsx";
import { Frame } from "./features/frame/frame.tsx";
import { lazyRoutes } from "./lazy-routes.ts";
import { BASE, paths, patterns } from "./paths.ts";
import { guarded } from "./session/guard.ts";
import { LoginScreen } from "./session/login-screen.tsx";
import { endSession } from "./session/session.ts";

export const screens: RouteObject[] = [
  { path: patterns.login, Component: LoginScreen },
  {
    path: patterns.logout,
    loader: () => {
      endSession();
      return redirect(paths.login);
    },
  },
  {
    index: true,
    loader: guarded(({ request }) => listDocuments(request.signal)),
    // The loaded list has all documents: a search needs no request.
    shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
      defaultShouldRevalidate && currentUrl.search === nextUrl.search,
    Component: DocumentsScreen,
  },
  { path: patterns.create, lazy: () => import("./features/documents/create-route.tsx") },
  {
    path: patterns.document,
    loader: guarded(async ({ params: { id = "" }, request: { signal } }) => {
      const [document, documents] = await Promise.all([
        findDocument(id, signal),
        listDocuments(signal),
      ]);
      // Only rows of books refer to categories.
      const categories = document.kind === "slider" ? await listCategories(signal) : [];
      return { document, categories, pages: documents.filter((each) => each.kind === "page") };
    }),
    // Revalidation never replaces unsaved work.
    shouldRevalidate: ({ currentParams, nextParams }) => currentParams.id !== nextParams.id,
    lazy: () => import("./features/document/document-route.tsx"),
  },
  {
    path: patterns.history,
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
    lazy: () => import("./features/history/history-route.tsx"),
  },
  ...lazyRoutes,
];

export function createDeskRouter() {
  return createBrowserRouter(
    [
      {
        Component: Frame,
        children: [
          {
            ErrorBoundary: Crash,
            children: [...screens, { path: "*", loader: () => Promise.reject(nothing()) }],
          },
        ],
      },
    ],
    { basename: BASE },
  );
}

function nothing(): Response {
  return new Response(null, { status: 404 });
}

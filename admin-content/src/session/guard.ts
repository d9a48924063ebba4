import { type LoaderFunctionArgs, redirect } from "react-router";
import { isApiError } from "storefront/api/errors.ts";
import { BASE, paths } from "#app/paths.ts";
import { forgetSession, getSession } from "./session.ts";

/** Wraps a loader. After the login the wanted address is opened. */
export function guarded<T>(load: (args: LoaderFunctionArgs) => Promise<T>) {
  return async (args: LoaderFunctionArgs): Promise<T> => {
    const session = getSession();
    if (!session) throw toLogin(args.request);
    try {
      return await load(args);
    } catch (error) {
      // 403: the account has lost its role.
      if (!isApiError(error, 401) && !isApiError(error, 403)) throw error;
      forgetSession(session.token);
      throw toLogin(args.request);
    }
  };
}

/** Wraps a loader of the admins' screens. An editor gets 403, and nothing is loaded. */
export function guardedForAdmins<T>(load: (args: LoaderFunctionArgs) => Promise<T>) {
  return guarded(async (args) => {
    if (!isAdmin()) throw new Response(null, { status: 403 });
    return load(args);
  });
}

export const isAdmin = (): boolean => getSession()?.role === "admin";

function toLogin(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  const wanted = (pathname.startsWith(BASE) ? pathname.slice(BASE.length) : pathname) + search;
  return redirect(
    wanted === paths.documents
      ? paths.login
      : `${paths.login}?tagasi=${encodeURIComponent(wanted)}`,
  );
}

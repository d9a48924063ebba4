// "/" of a logged-in user; separate, so that visitors do not download it.
import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { AppWaiting } from "#app/features/app/app-waiting.tsx";
import { type LibraryData, loadLibrary } from "#app/features/library/library-data.ts";
import { LibraryGrid, LibraryScreen } from "#app/features/library/library-screen.tsx";
import { getSession, isAwaiting, useSession } from "#app/session/session.ts";

/**
 * Throws redirects, as `loadLibrary` does. In the app a waiting user stays on this screen although the
 * library is empty.
 */
export async function loadHomeLibrary(signal: AbortSignal, app: boolean): Promise<ReactNode> {
  const user = getSession()?.user;
  const waiting = app && user !== undefined && isAwaiting(user);
  const data = await loadLibrary(signal, waiting);
  return waiting ? <AppHome data={data} /> : <LibraryScreen data={data} />;
}

/** Becomes the library by itself when the account is complete. */
function AppHome({ data }: { data: LibraryData }) {
  const user = useSession()?.user;
  if (user && isAwaiting(user)) {
    return (
      <AppWaiting user={user}>
        {data.books && data.books.length > 0 && <LibraryGrid books={data.books} />}
      </AppWaiting>
    );
  }
  if (data.books?.length === 0) return <Navigate to={paths.books} replace />;
  return <LibraryScreen data={data} />;
}

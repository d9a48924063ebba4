import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  replace,
  useLoaderData,
  useRevalidator,
} from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { api } from "#app/api/client.ts";
import { useFrame } from "#app/api/frame.ts";
import { partnerLink } from "#app/api/partner.ts";
import type { Book } from "#app/api/types.ts";
import { addToCart } from "#app/cart/cart.ts";
import { strings } from "#app/et/strings.ts";
import { BookScreen } from "#app/features/catalogue/book-screen.tsx";
import {
  addToLibrary,
  type LibraryEntry,
  loadLibraryEntry,
} from "#app/features/library/library-data.ts";
import { SamplePlayer, sampleUrl } from "#app/features/player/sample-player.tsx";
import { toast } from "#app/kit/toast.tsx";
import { getSession, hasActiveSubscription, useSession } from "#app/session/session.ts";

type Data = { book: Book; entry: LibraryEntry };

export async function loader({ params, request }: LoaderFunctionArgs): Promise<Data | Response> {
  const slug = params.slug ?? "";
  const { signal } = request;
  const [book, entry] = await Promise.all([
    api("GET /books/slug/{slug}", { path: { slug }, signal }),
    getSession() ? loadLibraryEntry(slug, signal) : { entry: null, failed: false },
  ]);
  // The book has a new slug: the API redirected and returned it.
  if (book.slug !== slug) return replace(paths.book(book.slug));
  return { book, entry };
}

/** Adds the book to the library; the loader then finds it there. */
export async function action({ request }: ActionFunctionArgs): Promise<null> {
  try {
    await addToLibrary(String((await request.formData()).get("bookId")));
    toast(strings.catalogue.added, { kind: "success" });
  } catch {
    toast(strings.catalogue.addFailed, { kind: "danger" });
  }
  return null;
}

export function Component() {
  const { book, entry } = useLoaderData<typeof loader>() as Data;
  const { config, categories } = useFrame();
  const user = useSession()?.user;
  const { revalidate } = useRevalidator();
  return (
    <BookScreen
      key={book.id}
      book={book}
      categories={categories}
      config={config}
      reader={{
        loggedIn: user !== undefined,
        hasSubscription: hasActiveSubscription(user),
        ...entry,
      }}
      partnerUrl={partnerLink(config, user ?? null)}
      calls={{ addToCart: () => addToCart(book.id), retry: revalidate }}
      sample={
        book.sample !== null &&
        entry.entry === null && <SamplePlayer url={sampleUrl(config.dlUrl, book.id, book.sample)} />
      }
    />
  );
}

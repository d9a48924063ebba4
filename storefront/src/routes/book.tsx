// /raamatud/{slug}: the book and, for a logged-in user, whether it is on the shelf.
import { type LoaderFunctionArgs, replace, useLoaderData, useRevalidator } from "react-router";
import { api } from "#app/api/client.ts";
import { useFrame } from "#app/api/frame.ts";
import { partnerLink } from "#app/api/partner.ts";
import type { Book } from "#app/api/types.ts";
import { hasActivePackage, useSession } from "#app/features/auth/session.ts";
import { addToCart } from "#app/features/cart/cart.ts";
import { BookScreen } from "#app/features/catalogue/book-screen.tsx";
import { addToLibrary, type Membership, membershipOf } from "#app/features/library/membership.ts";
import { SamplePlayer, sampleUrl } from "#app/features/player/sample-player.tsx";
import { paths } from "#app/paths.ts";

type Data = { book: Book; membership: Membership };

export async function loader({ params, request }: LoaderFunctionArgs): Promise<Data | Response> {
  const slug = params.slug ?? "";
  const { signal } = request;
  const [book, membership] = await Promise.all([
    api<Book>(`/books/slug/${encodeURIComponent(slug)}`, { signal }),
    membershipOf(slug, signal),
  ]);
  // An old address: the API was redirected and answered with the book at its present one.
  if (book.slug !== slug) return replace(paths.book(book.slug));
  return { book, membership };
}

export function Component() {
  const { book, membership } = useLoaderData<typeof loader>() as Data;
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
        activePackage: hasActivePackage(user),
        ...membership,
      }}
      partnerUrl={partnerLink(config, user ?? null)}
      calls={{
        addToShelf: async () => {
          await addToLibrary(book.id);
          await revalidate();
        },
        addToCart: () => addToCart(book.id),
        retry: () => revalidate(),
      }}
      sample={
        book.sample !== null &&
        membership.entry === null && (
          <SamplePlayer url={sampleUrl(config.dlUrl, book.id, book.sample)} />
        )
      }
    />
  );
}

// /raamatud and /raamatud/kategooria/…: the same list, so one module.
import { type LoaderFunctionArgs, replace, useLoaderData, useNavigate } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { api } from "#app/api/client.ts";
import { notFound } from "#app/api/errors.ts";
import { loadFrame, useFrame } from "#app/api/frame.ts";
import type { Category } from "#app/api/types.ts";
import { loadPage, readQuery, writeQuery } from "#app/features/catalogue/list-query.ts";
import { type ListData, ListScreen } from "#app/features/catalogue/list-screen.tsx";
import { hasActiveSubscription, useSession } from "#app/session/session.ts";

export async function loader({
  request,
  params,
}: LoaderFunctionArgs): Promise<ListData | Response> {
  const path = params["*"] ?? null;
  const category = path === null ? null : await categoryAt(path);
  if (category && category.path !== path) return replace(paths.category(category.path));
  const query = readQuery(category?.path ?? null, new URL(request.url).searchParams);
  const { signal } = request;
  if (query.search) {
    const books = await api("GET /books/search", { query: { q: query.search }, signal });
    return { query, category, result: { kind: "found", books }, indexed: false };
  }
  const cursor = new URL(request.url).searchParams.get("cursor");
  const page = await loadPage(query, cursor, signal);
  return { query, category, result: { kind: "page", page }, indexed: cursor === null };
}

/** Finds a path with wrong ancestors by its last slug; the caller redirects to the right one. */
async function categoryAt(path: string): Promise<Category> {
  const { categories } = await loadFrame();
  const slug = path.split("/").at(-1);
  const category =
    categories.find((each) => each.path === path) ?? categories.find((each) => each.slug === slug);
  if (!category) throw notFound("category");
  return category;
}

export function Component() {
  const data = useLoaderData<typeof loader>() as ListData;
  const { config, categories } = useFrame();
  const user = useSession()?.user;
  const navigate = useNavigate();
  return (
    <ListScreen
      data={data}
      categories={categories}
      config={config}
      percent={hasActiveSubscription(user) ? config.subscriberDiscount : 0}
      loggedIn={user !== undefined}
      onChange={(query) =>
        navigate({ search: writeQuery(query) }, { replace: true, state: { inPlace: true } })
      }
    />
  );
}

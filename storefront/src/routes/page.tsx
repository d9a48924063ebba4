// /{slug}: a content page, and the 404 of all other addresses.
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { api } from "#app/api/client.ts";
import { isApiError } from "#app/api/errors.ts";
import { useFrame } from "#app/api/frame.ts";
import type { Page } from "#app/api/types.ts";
import { ContentPage } from "#app/features/content/content-page.tsx";
import { NotFound } from "#app/features/content/not-found.tsx";

export async function loader({ params, request }: LoaderFunctionArgs): Promise<Page | null> {
  if (!params.slug) return null;
  try {
    const path = { identifier: params.slug };
    return await api("GET /pages/{identifier}", { path, signal: request.signal });
  } catch (error) {
    if (isApiError(error, 404)) return null;
    throw error;
  }
}

export function Component() {
  const page = useLoaderData<typeof loader>();
  const { config } = useFrame();
  if (!page) return <NotFound />;
  return <ContentPage page={page} canonical={config.publicUrl + paths.page(page.identifier)} />;
}

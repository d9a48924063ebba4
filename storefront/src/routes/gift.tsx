// /kingitus: what the gift card is, from the page that editors keep under `kinkekaart`.
import { useLoaderData } from "react-router";
import { api } from "#app/api/client.ts";
import { useFrame } from "#app/api/frame.ts";
import type { Page } from "#app/api/types.ts";
import { ContentPage } from "#app/features/content/content-page.tsx";
import { paths } from "#app/paths.ts";

const IDENTIFIER = "kinkekaart";

export function loader({ request }: { request: Request }): Promise<Page> {
  return api<Page>(`/pages/${IDENTIFIER}`, { signal: request.signal });
}

export function Component() {
  const page = useLoaderData<typeof loader>();
  const { config } = useFrame();
  return <ContentPage page={page} canonical={config.publicUrl + paths.page(IDENTIFIER)} />;
}

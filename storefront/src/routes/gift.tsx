// /kingitus: with the page that editors keep under `kinkekaart`.
import { useLoaderData } from "react-router";
import { api } from "#app/api/client.ts";
import { isApiError } from "#app/api/errors.ts";
import { useFrame } from "#app/api/frame.ts";
import type { Page } from "#app/api/types.ts";
import { GiftScreen } from "#app/features/codes/gift-screen.tsx";
import { paths } from "#app/paths.ts";

const IDENTIFIER = "kinkekaart";

/** A card can be activated without the page too. */
export function loader({ request }: { request: Request }): Promise<Page | null> {
  return api<Page>(`/pages/${IDENTIFIER}`, { signal: request.signal }).catch((error) => {
    if (isApiError(error)) return null;
    throw error;
  });
}

export function Component() {
  const page = useLoaderData<typeof loader>();
  const { config } = useFrame();
  return <GiftScreen page={page} canonical={config.publicUrl + paths.page(IDENTIFIER)} />;
}

// /kingitus, with the editors' page `kinkekaart`.
import { useLoaderData } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { api } from "#app/api/client.ts";
import { isApiError } from "#app/api/errors.ts";
import { useFrame } from "#app/api/frame.ts";
import type { Page } from "#app/api/types.ts";
import { GiftScreen } from "#app/features/codes/gift-screen.tsx";

export { giftAction as action } from "#app/features/codes/gift-screen.tsx";

const IDENTIFIER = "kinkekaart";

/** A card can be activated without the page too. */
export function loader({ request: { signal } }: { request: Request }): Promise<Page | null> {
  const path = { identifier: IDENTIFIER };
  return api("GET /pages/{identifier}", { path, signal }).catch((error) => {
    if (isApiError(error)) return null;
    throw error;
  });
}

/** An activated card does not change the page. */
export const shouldRevalidate = () => false;

export function Component() {
  const page = useLoaderData<typeof loader>();
  const { config } = useFrame();
  return <GiftScreen page={page} canonical={config.publicUrl + paths.page(IDENTIFIER)} />;
}

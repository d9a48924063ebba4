// The lazy route of an image.

import { useLoaderData } from "react-router";
import { findImage } from "#app/api/calls.ts";
import type { ImageWithUses } from "#app/api/types.ts";
import { guarded } from "#app/session/guard.ts";
import { ImageScreen } from "./image-screen.tsx";

export const loader = guarded(({ params: { id = "" }, request: { signal } }) =>
  findImage(id, signal),
);

export function Component() {
  const image = useLoaderData<ImageWithUses>();
  return <ImageScreen key={image.id} image={image} />;
}

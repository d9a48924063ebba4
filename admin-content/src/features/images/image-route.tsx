// The lazy route of a picture.
import { useLoaderData } from "react-router";
import type { ImageWithUses } from "#app/api/images.ts";
import { ImageScreen } from "./image-screen.tsx";

export function Component() {
  const image = useLoaderData<ImageWithUses>();
  return <ImageScreen key={image.id} image={image} />;
}

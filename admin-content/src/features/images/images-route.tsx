// The lazy route of the list of images.
import { listImages } from "#app/api/calls.ts";
import { searchOf } from "#app/kit/search-of.ts";
import { guarded } from "#app/session/guard.ts";

export const loader = guarded(({ request }) => listImages(searchOf(request), request.signal));

export { ImagesScreen as Component } from "./images-screen.tsx";

// The lazy route of a new document.
import { guarded } from "#app/session/guard.ts";

export const loader = guarded(async () => null);

export { CreateScreen as Component } from "./create-screen.tsx";

// The lazy route of the tree of categories.
import { listCategories } from "#app/api/calls.ts";
import { guarded } from "#app/session/guard.ts";

export const loader = guarded(({ request }) => listCategories(request.signal));

export { CategoriesScreen as Component } from "./categories-screen.tsx";

// The lazy route of the schedule.
import { api } from "storefront/api/client.ts";
import { guarded } from "#app/session/guard.ts";

export const loader = guarded(({ request }) =>
  api("GET /desk/schedule", { signal: request.signal }),
);

export { ScheduleScreen as Component } from "./schedule-screen.tsx";

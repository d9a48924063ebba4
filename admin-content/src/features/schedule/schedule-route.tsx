// The lazy route of the schedule.
import { listSchedule } from "#app/api/schedule.ts";
import { guarded } from "#app/session/guard.ts";

export const loader = guarded(({ request }) => listSchedule(request.signal));

export { ScheduleScreen as Component } from "./schedule-screen.tsx";

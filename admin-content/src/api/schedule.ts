// The calls of scheduled publishing and taking down.
import { request as api } from "storefront/api/client.ts";
import type { Answer, Schemas } from "storefront/api/types.ts";

export type ScheduledAction = Answer<Schemas["DeskScheduled"]>;

/** By time. */
export const listSchedule = (signal?: AbortSignal) =>
  api<ScheduledAction[]>("/desk/schedule", { signal });

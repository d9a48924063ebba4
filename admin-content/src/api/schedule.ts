// What goes up and comes down by itself.
import { request as api } from "storefront/api/client.ts";
import type { Kind } from "./types.ts";

export type ScheduledAct = {
  /** Of the text. */
  id: string;
  kind: Kind;
  identifier: string;
  title: string;
  at: string;
  act: "publish" | "take-down";
  revision: number | null;
};

/** By time. */
export const listSchedule = (signal?: AbortSignal) =>
  api<ScheduledAct[]>("/desk/schedule", { signal });

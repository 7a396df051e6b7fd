import type { Ctx } from "../../context.ts";
import { readTimelineFacts } from "../../delivery/library/read-timeline-facts.ts";
import { buildTimeline } from "../../purchases/timeline/timeline.ts";
import type { TimelineEntry } from "../../purchases/timeline/timeline-entry.ts";

/** Returns what happened to all of the user's purchases and gifts, newest first. */
export async function showTimeline(ctx: Ctx, input: { userId: string }): Promise<TimelineEntry[]> {
  return buildTimeline(await readTimelineFacts(ctx, input));
}

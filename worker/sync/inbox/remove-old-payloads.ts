import type { Ctx } from "../../context.ts";
import { logEvent } from "../../lib/log.ts";
import { deleteExpiredObjects } from "./payload-objects.ts";

/** Pages of a thousand objects. A shop with a million customers writes one or two a day. */
const PAGES_PER_NIGHT = 100;

/**
 * Runs nightly: deletes the payloads in R2 that are older than `EVENT_PAYLOAD_DAYS`, since they contain personal data.
 * The events themselves stay in the list.
 * @throws `unavailable` if R2 does not answer; the next night continues
 */
export async function removeOldPayloads(ctx: Ctx): Promise<void> {
  const objects = await deleteExpiredObjects(ctx, { pages: PAGES_PER_NIGHT });
  if (objects > 0) logEvent("info", "payloads.deleted", { objects }, ctx);
}

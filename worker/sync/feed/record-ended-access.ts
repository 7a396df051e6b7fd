import { readAccessTime } from "../../access/outage-mode.ts";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { queueGiftEndedEmails } from "../../email/queue-emails.ts";
import { DAY } from "../../lib/time.ts";
import { defineCursor } from "../cursors/store.ts";
import { listEndings, type Ending } from "./store.ts";

const PAGE = 100;
const PAGES_PER_RUN = 20;

/** The last ending that was handled. */
const cursor = defineCursor<Pick<Ending, "at" | "id">>("feed-endings");

/**
 * Writes the events of access that ended by time alone since the last run: a gift, a canceled or unpaid subscription, a
 * license key. Queues the emails about gifts; those about subscriptions are queued before. No verb runs at that moment.
 * In outage mode nothing ends, so the endings wait until it is over.
 */
export async function recordEndedAccess(ctx: Ctx): Promise<void> {
  let after = (await cursor.read(ctx)) ?? { at: ctx.now - DAY, id: "" };
  const { mode } = ctx.config.stripe;
  const until = await readAccessTime(ctx);
  for (let page = 0; page < PAGES_PER_RUN; page++) {
    const endings = await listEndings(ctx.db, { mode, after, until, limit: PAGE });
    const last = endings.at(-1);
    if (!last) return;
    after = { at: last.at, id: last.id };
    const userId = [...new Set(endings.map((ending) => ending.userId))];
    const emails = await queueGiftEndedEmails(ctx, listEndedGifts(endings));
    await commit(ctx.db, [
      ...emails.statements,
      ...recordEvents(ctx, { userId, kinds: ["gift", "license", "entitlement"] }),
      cursor.save(ctx, after),
    ]);
    if (endings.length < PAGE) return;
  }
}

/** A gift gives one grant for each benefit, and all of them end together. */
function listEndedGifts(endings: Ending[]): { id: string; userId: string }[] {
  const userOf = new Map(endings.map(({ giftId, userId }) => [giftId, userId]));
  return [...userOf].flatMap(([id, userId]) => (id === null ? [] : [{ id, userId }]));
}

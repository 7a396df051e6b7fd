import type { UserCtx } from "../context.ts";
import { listArchivedOfUser } from "../feed/archive/read-archive.ts";
import { joinPacked, listPackedOfUser } from "../purchases/payments/store-packs.ts";
import { readPayloadsOfUser } from "../sync/inbox/read-payloads-of-user.ts";
import { readUserData } from "./store.ts";

/**
 * Returns all data stored about the user, in both modes. Only hashes and leases are left out, since they contain no
 * personal data. Times are unix milliseconds.
 * @throws `unavailable` if R2, which has older events of the feed and the payloads of Stripe's events, does not answer
 */
export async function exportAccount(ctx: UserCtx) {
  const { userId } = ctx.actor;
  const data = await readUserData(ctx.db, userId);
  // Payments that are packed in the meantime are in both.
  const payments = joinPacked(data.payments, await listPackedOfUser(ctx.db, userId));
  // Events that move to the archive in the meantime are in both.
  const known = new Set(data.feedEvents.map(({ sequence }) => sequence));
  const archived = await listArchivedOfUser(ctx, userId);
  const feedEvents = [
    ...archived.filter(({ sequence }) => !known.has(sequence)),
    ...data.feedEvents,
  ].toSorted((a, b) => Number(a["sequence"]) - Number(b["sequence"]));
  const payloads = await readPayloadsOfUser(ctx, { userId, events: data.events });
  const events = data.events.map((event) => ({ ...event, payload: payloads.get(event.id) ?? "" }));
  return { exportedAt: ctx.now, ...data, payments, feedEvents, events };
}

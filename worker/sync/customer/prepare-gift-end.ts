import { markGiftRevoked, type GiftRow } from "../../access/store.ts";
import { alignOwnGrants, findPool, isPool } from "../../access/store-seats.ts";
import { recordChange } from "../../audit/record-change.ts";
import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { toGrantSource } from "../../delivery/grants/gift-sources.ts";
import { rewriteGrants } from "../../delivery/grants/rewrite-grants.ts";
import { queueGiftEndedEmails } from "../../email/queue-emails.ts";
import { GIFT_KINDS, recordEvents } from "../../feed/record-events.ts";

/**
 * Prepares the end of a gift that a user has: the gift, its grants, and the email about it.
 * @returns the statements, and the ids of the emails, which may be sent after the commit
 */
export async function prepareGiftEnd(
  ctx: Ctx,
  gift: GiftRow,
): Promise<{ statements: Statement[]; emailIds: string[] }> {
  const { id, userId, productId, endsAt, seatOf } = gift;
  const ended = { ...gift, endedAt: ctx.now };
  const [grants, emails, pool] = await Promise.all([
    rewriteGrants(ctx, { userId, sources: [toGrantSource(ended, ctx.now)] }),
    queueGiftEndedEmails(ctx, [gift]),
    seatOf === null ? undefined : findPool(ctx.db, { id: seatOf, now: ctx.now }),
  ]);
  return {
    statements: [
      markGiftRevoked(ctx.db, id, ctx.now),
      ...grants,
      ...(pool ? [alignOwnGrants(isPool(pool.id))] : []),
      ...emails.statements,
      recordChange(ctx, {
        action: "gift.ended",
        targetId: id,
        before: { userId, productId, endsAt },
      }),
      ...recordEvents(ctx, {
        userId: pool ? [userId, pool.userId] : userId,
        kinds: GIFT_KINDS,
      }),
    ],
    emailIds: emails.emailIds,
  };
}

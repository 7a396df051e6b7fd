import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { requireHigherRole } from "../../identity/team/require-higher-role.ts";
import { recordChange } from "../../audit/record-change.ts";
import { toGrantSource } from "../../delivery/grants/gift-sources.ts";
import { accessFromGift } from "../../access/policy.ts";
import { rewriteGrants } from "../../delivery/grants/rewrite-grants.ts";
import { queueGiftEndedEmails } from "../../mail/queue-emails.ts";
import { sendQueuedEmails } from "../../mail/send-queued-emails.ts";
import { findGift, markGiftRevoked, type GiftRow } from "../../access/store.ts";

/**
 * Revokes a gift immediately, even in outage mode, and tells its user. A gift that has already ended is left as it is.
 * @throws `not_found`; as `requireHigherRole`
 */
export async function revokeGift(ctx: Ctx, input: { id: string }): Promise<GiftRow> {
  const gift = await findGift(ctx.db, input.id, ctx.config.stripe.mode);
  if (!gift) throw fail("not_found", { reason: "no such gift" });
  await requireHigherRole(ctx, { userId: gift.userId });
  if (!accessFromGift(gift, ctx.now).active) return gift;
  const ended = { ...gift, endedAt: ctx.now };
  const [grants, emails] = await Promise.all([
    rewriteGrants(ctx, { userId: gift.userId, sources: [toGrantSource(ended, ctx.now)] }),
    queueGiftEndedEmails(ctx, [gift]),
  ]);
  await commit(ctx.db, [
    markGiftRevoked(ctx.db, gift.id, ctx.now),
    ...grants,
    ...emails.statements,
    recordChange(ctx, {
      action: "comp.ended",
      targetId: gift.id,
      before: { userId: gift.userId, productId: gift.productId, endsAt: gift.endsAt },
    }),
    ...recordEvents(ctx, {
      userId: gift.userId,
      kinds: ["gift", "grant", "license", "entitlement"],
    }),
  ]);
  if (emails.emailIds.length > 0) ctx.defer(sendQueuedEmails(ctx, { ids: emails.emailIds }));
  return ended;
}

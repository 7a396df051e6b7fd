import type { Ctx } from "../context.ts";
import type { Statement } from "../db/client.ts";
import { insertGift, type GiftRow } from "../access/store.ts";
import { toGrantSource } from "../delivery/grants/gift-sources.ts";
import { rewriteGrants } from "../delivery/grants/rewrite-grants.ts";
import { queueGiftEmails } from "../email/queue-emails.ts";
import { markCustomerStale } from "../purchases/customer-figures/store.ts";
import { sendQueuedEmails } from "../email/send-queued-emails.ts";

/**
 * Prepares a new gift: the gift, its grants, and the emails about it. The statements abort their batch unless the user
 * is active when it runs.
 * @returns the statements, and a function that sends the email after the commit
 */
export async function prepareGift(
  ctx: Ctx,
  gift: GiftRow,
): Promise<{ statements: Statement[]; sendEmail: () => void }> {
  const [grants, emails] = await Promise.all([
    rewriteGrants(ctx, { userId: gift.userId, sources: [toGrantSource(gift, ctx.now)] }),
    queueGiftEmails(ctx, gift),
  ]);
  return {
    statements: [
      insertGift(ctx.db, gift),
      markCustomerStale(gift.userId),
      ...grants,
      ...emails.statements,
    ],
    sendEmail: () => {
      if (emails.emailIds.length > 0) ctx.defer(sendQueuedEmails(ctx, { ids: emails.emailIds }));
    },
  };
}

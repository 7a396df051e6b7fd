import { identifyActor, type Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { newId } from "../../lib/ids.ts";
import { requireHigherRole } from "../../identity/team/require-higher-role.ts";
import { recordChange } from "../../audit/record-change.ts";
import { sendQueuedEmails } from "../../mail/send-queued-emails.ts";
import { queueGiftEmail } from "../../mail/queue-emails.ts";
import { listProductIds } from "../../catalog/list-product-ids.ts";
import { toGrantSource } from "../../delivery/grants/gift-sources.ts";
import { rewriteGrants } from "../../delivery/grants/rewrite-grants.ts";
import type { NewGift } from "./schema.ts";
import { insertGift, findUserStatus, type GiftRow } from "../../access/store.ts";

/**
 * Gives a user the benefits of a product without payment. The gift and its grants are one batch; Stripe is not called.
 * @param input parsed by `newGift`
 * @throws `not_found` for an unknown user or product, `invalid_input` for an end that is not in the future; as
 *   `requireHigherRole`, so below owner nobody gives anything to themselves
 */
export async function createGift(ctx: Ctx, input: NewGift): Promise<GiftRow> {
  const { userId, productId } = input;
  const [status, products] = await Promise.all([
    findUserStatus(ctx.db, userId),
    listProductIds(ctx),
  ]);
  if (status !== "active" || !products.has(productId))
    throw fail("not_found", { reason: "no such user or product" });
  if (input.endsAt !== undefined && input.endsAt <= ctx.now)
    throw fail("invalid_input", {
      fields: [{ path: "endsAt", message: "Choose a day that is still to come" }],
    });
  await requireHigherRole(ctx, { userId });
  const gift: GiftRow = {
    id: newId("cmp", ctx.now),
    userId,
    productId,
    mode: ctx.config.stripe.mode,
    quantity: input.quantity ?? 1,
    givenBy: identifyActor(ctx).id,
    note: input.note,
    createdAt: ctx.now,
    endsAt: input.endsAt ?? null,
    endedAt: null,
  };
  const [grants, emails] = await Promise.all([
    rewriteGrants(ctx, { userId, sources: [toGrantSource(gift, ctx.now)] }),
    queueGiftEmail(ctx, gift),
  ]);
  // The note is left out: audit entries outlive the account, and the note may contain personal data.
  const { quantity, endsAt } = gift;
  await commit(ctx.db, [
    insertGift(ctx.db, gift),
    ...grants,
    ...emails.statements,
    recordChange(ctx, {
      action: "comp.given",
      targetId: gift.id,
      after: { userId, productId, quantity, endsAt },
    }),
  ]);
  if (emails.emailIds.length > 0) ctx.defer(sendQueuedEmails(ctx, { ids: emails.emailIds }));
  return gift;
}

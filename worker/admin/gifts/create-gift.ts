import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { newId } from "../../lib/ids.ts";
import { recordChange } from "../../audit/record-change.ts";
import { sendMails } from "../../mail/send-queued-emails.ts";
import { tellOfGift } from "../../mail/queue-emails.ts";
import { listProductIds } from "../../catalog/list-product-ids.ts";
import { sourceOfComp } from "../../delivery/grants/gift-sources.ts";
import { rewriteGrants } from "../../delivery/grants/rewrite-grants.ts";
import type { NewComp } from "./schema.ts";
import { insertComp, findUserStatus, type CompRow } from "../../access/store.ts";

/**
 * Gives a person what a product gives, without a payment: the gift and its grants are one batch, and Stripe hears
 * nothing of it.
 * @param input parsed by `newComp`
 * @throws `not_found` for a person or a product nobody has, `invalid_input` for an end that is not in the future
 */
export async function giveComp(ctx: Ctx, input: NewComp): Promise<CompRow> {
  const { userId, productId } = input;
  const [status, products] = await Promise.all([
    findUserStatus(ctx.db, userId),
    listProductIds(ctx),
  ]);
  if (status !== "active" || !products.has(productId))
    throw fail("not_found", { reason: "no such person or product" });
  if (input.endsAt !== undefined && input.endsAt <= ctx.now)
    throw fail("invalid_input", {
      fields: [{ path: "endsAt", message: "Choose a day that is still to come" }],
    });
  const comp: CompRow = {
    id: newId("cmp", ctx.now),
    userId,
    productId,
    mode: ctx.config.stripe.mode,
    quantity: input.quantity ?? 1,
    givenBy: nameActor(ctx),
    note: input.note,
    createdAt: ctx.now,
    endsAt: input.endsAt ?? null,
    endedAt: null,
  };
  const [grants, told] = await Promise.all([
    rewriteGrants(ctx, { userId, sources: [sourceOfComp(comp, ctx.now)] }),
    tellOfGift(ctx, comp),
  ]);
  // Without the note: the log outlives the person, and the words may be about them.
  const { quantity, endsAt } = comp;
  await commit(ctx.db, [
    insertComp(ctx.db, comp),
    ...grants,
    ...told.statements,
    recordChange(ctx, {
      action: "comp.given",
      targetId: comp.id,
      after: { userId, productId, quantity, endsAt },
    }),
  ]);
  if (told.mailIds.length > 0) ctx.defer(sendMails(ctx, { ids: told.mailIds }));
  return comp;
}

function nameActor({ actor }: Ctx): string {
  if (actor.type === "user") return actor.userId;
  return actor.type === "system" ? actor.job : actor.type;
}

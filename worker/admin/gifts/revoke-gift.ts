import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordChange } from "../../audit/record-change.ts";
import { sourceOfComp } from "../../delivery/grants/gift-sources.ts";
import { accessFromComp } from "../../access/policy.ts";
import { rewriteGrants } from "../../delivery/grants/rewrite-grants.ts";
import { findComp, setCompEnded, type CompRow } from "../../access/store.ts";

/**
 * Takes a gift back, at once and also while revocations are frozen. One that is over stays as it was.
 * @throws `not_found`
 */
export async function endComp(ctx: Ctx, input: { id: string }): Promise<CompRow> {
  const comp = await findComp(ctx.db, input.id, ctx.config.stripe.mode);
  if (!comp) throw fail("not_found", { reason: "no such gift" });
  if (!accessFromComp(comp, ctx.now).active) return comp;
  const ended = { ...comp, endedAt: ctx.now };
  const grants = await rewriteGrants(ctx, {
    userId: comp.userId,
    sources: [sourceOfComp(ended, ctx.now)],
  });
  await commit(ctx.db, [
    setCompEnded(ctx.db, comp.id, ctx.now),
    ...grants,
    recordChange(ctx, {
      action: "comp.ended",
      targetId: comp.id,
      before: { userId: comp.userId, productId: comp.productId, endsAt: comp.endsAt },
    }),
  ]);
  return ended;
}

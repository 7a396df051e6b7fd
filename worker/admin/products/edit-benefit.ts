import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { sha256Hex } from "../../lib/crypto.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { refreshKeyFeatures } from "../../identity/keys/store-features.ts";
import { recordChange } from "../../audit/record-change.ts";
import type { Benefit } from "../../catalog/benefit.ts";
import type { NewBenefit } from "../../catalog/benefit-schema.ts";
import {
  assertBenefitUnchanged,
  listProductsOfBenefit,
  setBenefit,
} from "../../catalog/store-editing.ts";
import { listBenefitsById } from "../../catalog/store.ts";
import { continueFeedWalk, restartFeedWalk } from "../../sync/feed/walk-feed.ts";

/**
 * Renames a benefit or changes its settings, for every product that has it. Existing grants use the new settings
 * immediately, since grants have no copy; issued license keys keep their limits. If it is a feature, a walk over all
 * users then writes the events of their entitlements.
 * @param input.version the version that the edit is based on, from `versionOf`
 * @throws `not_found`; `invalid_input` for another type; `edit_conflict` if it was changed in the meantime
 */
export async function editBenefit(
  ctx: Ctx,
  input: { id: string; benefit: NewBenefit; version: string },
): Promise<void> {
  const { id, benefit, version } = input;
  const [before] = await listBenefitsById(ctx.db, [id]);
  if (!before) throw fail("not_found", { reason: "no such benefit" });
  if (before.type !== benefit.type)
    throw fail("invalid_input", {
      reason: "a benefit's type never changes",
      fields: [{ path: "benefit.type", message: "The type cannot be changed" }],
    });
  if (versionOf(before) !== version) throw fail("edit_conflict");
  const { name, settings } = benefit;
  const changesEntitlements =
    benefit.type === "feature" && versionOf(before) !== versionOf({ name: before.name, settings });
  const products = await listProductsOfBenefit(ctx.db, id);
  try {
    await commit(ctx.db, [
      assertBenefitUnchanged(ctx.db, before),
      setBenefit(ctx.db, id, { name, settings }),
      refreshKeyFeatures(ctx.db),
      recordChange(ctx, {
        action: "benefit.updated",
        targetId: id,
        before: { name: before.name, settings: before.settings },
        after: { name, settings },
      }),
      ...(changesEntitlements ? [restartFeedWalk(ctx)] : []),
      ...recordEvents(ctx, { productId: products.map((product) => product.id) }),
    ]);
  } catch (error) {
    const [current] = await listBenefitsById(ctx.db, [id]);
    if (current && versionOf(current) !== version) throw fail("edit_conflict", { cause: error });
    throw error;
  }
  // In a small shop, this is the whole walk. Cron continues a longer one.
  if (changesEntitlements) ctx.defer(continueFeedWalk(ctx, { pages: 1 }));
}

/** Returns a hash of a benefit's state, which edits refer to. */
export function versionOf({ name, settings }: Pick<Benefit, "name" | "settings">): string {
  return sha256Hex(JSON.stringify([name, settings])).slice(0, 16);
}

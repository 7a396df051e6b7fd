import { recordChange } from "../../audit/record-change.ts";
import { requireProduct } from "../../catalog/find-product.ts";
import {
  deleteUpgrade,
  findUpgrade,
  listUpgradeTargets,
  upsertUpgrade,
} from "../../catalog/store-upgrades.ts";
import { listActivePrices } from "../../catalog/store.ts";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { failAt } from "../../errors.ts";
import { pick } from "../../lib/pick.ts";

/**
 * Returns the price that owners of a product can upgrade to, or null, the prices that can be chosen, and what the product
 * itself costs once.
 * @throws `not_found`
 */
export async function showUpgrade(ctx: Ctx, { id }: { id: string }) {
  const { mode } = await requireProduct(ctx, id);
  const [saved, targets, own] = await Promise.all([
    findUpgrade(ctx.db, id),
    listUpgradeTargets(ctx.db, mode),
    listActivePrices(ctx.db, [id]),
  ]);
  const options = targets.filter(({ productId }) => productId !== id);
  const isOffered = options.some(({ priceId }) => priceId === saved?.toPriceId);
  const paidOnce = own.filter(({ type, model }) => type === "one_time" && model === "fixed");
  return {
    priceId: isOffered ? saved!.toPriceId : null,
    options,
    ownPrices: paidOnce.map((price) => pick(price, ["amountMinor", "currency"])),
  };
}

/**
 * Saves the price that owners of a product can upgrade to at the difference; null for none.
 * @throws `not_found`; `invalid_input` for a price that can't be chosen
 */
export async function saveUpgrade(
  ctx: Ctx,
  { id, priceId }: { id: string; priceId: string | null },
): Promise<void> {
  const before = await showUpgrade(ctx, { id });
  if (priceId !== null && !before.options.some((option) => option.priceId === priceId))
    throw failAt("priceId", "Choose a price of another product that is for sale once.");
  await commit(ctx.db, [
    priceId === null
      ? deleteUpgrade(ctx.db, id)
      : upsertUpgrade(ctx.db, { fromProductId: id, toPriceId: priceId, createdAt: ctx.now }),
    recordChange(ctx, {
      action: "product.updated",
      targetId: id,
      before: { upgradePriceId: before.priceId },
      after: { upgradePriceId: priceId },
    }),
  ]);
}

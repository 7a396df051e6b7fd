import { listWaitingReasons } from "../../access/store.ts";
import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { recordChange } from "../../audit/record-change.ts";
import { mapBenefitsById } from "../../catalog/map-benefits.ts";
import { readAccessTime } from "../../access/outage-mode.ts";
import { handOutKeys } from "./hand-out-keys.ts";
import { countStock } from "../../delivery/licenses/store-list.ts";

/** The screen shows "more than" from here on. */
export const MAX_COUNT = 1000;

/**
 * Returns the stock of a license key benefit, and how many grants wait. Counts stop at `MAX_COUNT`.
 * @throws `not_found` if the benefit is not a license key
 */
export async function showStock(ctx: Ctx, input: { benefitId: string }) {
  const { benefitId } = input;
  const [now, benefits] = await Promise.all([
    readAccessTime(ctx),
    mapBenefitsById(ctx, { ids: [benefitId] }),
  ]);
  const benefit = benefits.get(benefitId);
  if (benefit?.type !== "license_key") throw fail("not_found", { reason: "no such benefit" });
  const [inStock, waiting] = await Promise.all([
    countStock(ctx.db, { benefitId, max: MAX_COUNT }),
    listWaitingReasons(ctx.db, { benefitId, mode: ctx.config.stripe.mode, now, max: MAX_COUNT }),
  ]);
  const waitingForKeys = waiting.filter(({ waitingFor }) => waitingFor === "seller_keys").length;
  return {
    /** Whether users get imported keys instead of generated ones. */
    isFromStock: benefit.settings.isFromStock ?? false,
    inStock,
    /** Grants that wait for a key in stock. */
    waitingForKeys,
    /** Grants that wait for the licensee's name. */
    waitingForNames: waiting.length - waitingForKeys,
  };
}

/**
 * Issues keys in stock to waiting grants, as long as there are any, and returns the new stock.
 * @throws `not_found`
 */
export async function fulfillFromStock(ctx: Ctx, input: { benefitId: string }) {
  const before = await showStock(ctx, input);
  const { waitingForKeys } = before;
  await handOutKeys(
    ctx,
    input,
    recordChange(ctx, {
      action: "license.handed_out",
      targetId: input.benefitId,
      before: { waitingForKeys },
    }),
  );
  return showStock(ctx, input);
}

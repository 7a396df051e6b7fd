import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { recordChange } from "../../audit/record-change.ts";
import { mapBenefitsById } from "../../catalog/load-benefits.ts";
import { getAccessTime } from "../../access/outage-mode.ts";
import { handOutKeys } from "./hand-out-keys.ts";
import { countStock, listWaitingReasons } from "./store-admin.ts";

/** The keys in stock, and how many grants wait. Counts stop at `MAX_COUNT`. */
export type Stock = {
  /** Whether users get imported keys instead of generated ones. */
  isFromStock: boolean;
  inStock: number;
  /** Grants that wait for a key in stock. */
  waitingForKeys: number;
  /** Grants that wait for the licensee's name. */
  waitingForNames: number;
};

/** The screen shows "more than" from here on. */
export const MAX_COUNT = 1000;

/**
 * Returns the stock of a license key benefit.
 * @throws `not_found` if the benefit is not a license key
 */
export async function showStock(ctx: Ctx, input: { benefitId: string }): Promise<Stock> {
  const { benefitId } = input;
  const [now, benefits] = await Promise.all([
    getAccessTime(ctx),
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
    isFromStock: benefit.settings.isFromStock ?? false,
    inStock,
    waitingForKeys,
    waitingForNames: waiting.length - waitingForKeys,
  };
}

/**
 * Issues keys in stock to waiting grants, as far as there are any, and returns the new stock.
 * @throws `not_found`
 */
export async function fulfillFromStock(ctx: Ctx, input: { benefitId: string }): Promise<Stock> {
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

import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { recordChange } from "../../audit/record-change.ts";
import { mapBenefits } from "../../catalog/load-benefits.ts";
import { accessTime } from "../../access/outage-mode.ts";
import { fulfillWaiting } from "../../delivery/licenses/fulfill-waiting-grants.ts";
import { countStock, listWaiting } from "./store-admin.ts";

/** What there is to hand out, and how many buyers wait. Counts stop at `COUNTED`. */
export type Stock = {
  /** Whether buyers get imported keys, or keys that are made. */
  isFromStock: boolean;
  inStock: number;
  /** For a key of the stock. */
  waitingForKeys: number;
  /** For a name of their own, which the key is issued to. */
  waitingForNames: number;
};

/** Enough to say "more than". */
export const COUNTED = 1000;

/** @throws `not_found` for a benefit that is no license key */
export async function showStock(ctx: Ctx, input: { benefitId: string }): Promise<Stock> {
  const { benefitId } = input;
  const [now, benefits] = await Promise.all([
    accessTime(ctx),
    mapBenefits(ctx, { ids: [benefitId] }),
  ]);
  const benefit = benefits.get(benefitId);
  if (benefit?.type !== "license_key") throw fail("not_found", { reason: "no such benefit" });
  const [inStock, waiting] = await Promise.all([
    countStock(ctx.db, { benefitId, most: COUNTED }),
    listWaiting(ctx.db, { benefitId, now, most: COUNTED }),
  ]);
  const waitingForKeys = waiting.filter(({ waitingFor }) => waitingFor === "seller_keys").length;
  return {
    isFromStock: benefit.settings.isFromStock ?? false,
    inStock,
    waitingForKeys,
    waitingForNames: waiting.length - waitingForKeys,
  };
}

/** Hands keys to those who wait for one, as far as there are any. @throws `not_found` */
export async function handOutKeys(ctx: Ctx, input: { benefitId: string }): Promise<Stock> {
  const before = await showStock(ctx, input);
  const { waitingForKeys } = before;
  await fulfillWaiting(
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

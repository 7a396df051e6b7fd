import type { Ctx } from "../../context.ts";
import { findLowestPrice } from "./discounts.query.ts";
import type { NewDiscount } from "./schema.ts";

/** Whether a discount makes something free: 100 %, or an amount that is at least the lowest price it applies to. */
export async function coversWholePrice(
  ctx: Ctx,
  { off, productIds }: Pick<NewDiscount, "off" | "productIds">,
): Promise<boolean> {
  if (off.kind === "percent") return off.percentOff >= 100;
  const { mode } = ctx.config.stripe;
  const lowest = await findLowestPrice(ctx.db, { mode, currency: off.currency, productIds });
  return lowest !== null && off.amountOffMinor >= lowest;
}

import type { PriceWithProduct } from "../catalog/require-price.ts";
import { isUserCtx, type Ctx } from "../context.ts";
import { toPricedProduct, type PricedProduct } from "./priced-product.ts";
import { readPurchaseState } from "./show-offer.ts";

/** Returns what is bought beside a price as pages show it, without what the user has already. */
export async function listNewBeside(ctx: Ctx, added: PriceWithProduct[]): Promise<PricedProduct[]> {
  const state = isUserCtx(ctx) && added.length > 0 ? await readPurchaseState(ctx, ctx.actor) : null;
  const isNew = ({ product }: PriceWithProduct) =>
    state === null || state(product).state === "available";
  return Promise.all(added.filter(isNew).map((one) => toPricedProduct(ctx, one)));
}

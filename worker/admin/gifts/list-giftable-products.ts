import type { Ctx } from "../../context.ts";
import { showShop } from "../../shop/storefront/show-shop.ts";

/** What can be given away: everything that is for sale. `isPerSeat`: it is sold for a number of people. */
export async function listGiveable(
  ctx: Ctx,
): Promise<{ id: string; name: string; isPerSeat: boolean }[]> {
  const { products } = await showShop(ctx);
  return products.map(({ id, name, prices }) => ({
    id,
    name,
    isPerSeat: prices.some(({ model }) => model === "per_seat"),
  }));
}

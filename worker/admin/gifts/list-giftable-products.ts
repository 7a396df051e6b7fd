import type { Ctx } from "../../context.ts";
import { showShop } from "../../storefront/show-shop.ts";

/** Lists the products that can be gifted: all that are for sale. `isPerSeat`: sold per seat. */
export async function listGiftableProducts(
  ctx: Ctx,
): Promise<{ id: string; name: string; isPerSeat: boolean }[]> {
  const { products } = await showShop(ctx);
  return products.map(({ id, name, prices }) => ({
    id,
    name,
    isPerSeat: prices.some(({ model }) => model === "per_seat"),
  }));
}

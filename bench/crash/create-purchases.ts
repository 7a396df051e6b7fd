import { createProduct } from "../../worker/admin/products/create-product.ts";
import { publishProduct } from "../../worker/admin/products/publish-product.ts";
import { newProduct } from "../../worker/admin/products/schema.ts";
import type { Ctx, UserCtx } from "../../worker/context.ts";
import { commit } from "../../worker/db/client.ts";
import { users } from "../../worker/db/schema/account.ts";
import { newId } from "../../worker/lib/ids.ts";
import { openCheckout } from "../../worker/checkout/open-checkout.ts";
import { showProduct } from "../../worker/storefront/show-shop.ts";
import { withShop, type ShopEnvironment } from "../../scripts/shop/with-shop.ts";

/**
 * Creates users who pay for a product at Stripe and never return to the shop, so that only events give them access.
 * @param options.pay pays a Checkout session
 * @returns the ids of the users
 */
export async function createPurchases(
  environment: ShopEnvironment,
  options: { count: number; pay: (sessionId: string) => Promise<unknown> },
): Promise<string[]> {
  return withShop(environment, "bench", async (newCtx) => {
    const product = newProduct.parse({
      slug: "book",
      name: "A book",
      tagline: "",
      description: "",
      prices: [{ type: "one_time", amountMinor: 2900, currency: "usd" }],
      benefits: [{ type: "feature", name: "The book", settings: {} }],
    });
    const { id } = await createProduct(newCtx(), { ...product, position: 0 });
    await publishProduct(newCtx(), { productId: id });
    const { prices } = await showProduct(newCtx(), { slug: product.slug });
    const buyers: string[] = [];
    for (let buyer = 0; buyer < options.count; buyer++) {
      const ctx = await createUser(newCtx());
      const { url } = await openCheckout(ctx, { priceId: prices[0]?.id ?? "" });
      await options.pay(new URL(url).pathname.split("/").at(-1) ?? "");
      buyers.push(ctx.actor.userId);
    }
    return buyers;
  });
}

async function createUser(ctx: Ctx): Promise<UserCtx> {
  const { now } = ctx;
  const userId = newId("usr", now);
  await commit(ctx.db, [
    ctx.db.insert(users).values({ id: userId, name: "A Buyer", createdAt: now, updatedAt: now }),
  ]);
  const session = { sessionId: "ses_bench", authenticatedAt: now };
  return { ...ctx, actor: { type: "user", userId, role: "buyer", ...session } };
}

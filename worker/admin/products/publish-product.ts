import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordChange } from "../../audit/record-change.ts";
import { findProductOfMode, laterThan } from "../../catalog/find-product.ts";
import { listPrices, setProduct } from "../../catalog/store-editing.ts";
import { holdProduct } from "../../sync/catalog/with-product-lock.ts";
import { owePush, tryPush } from "../../sync/catalog/push-product.ts";
import { createStripePrice, putStripeProduct } from "../../sync/catalog/stripe-product.ts";

/**
 * Makes the product and its prices exist at Stripe, then shows it in the storefront. Every step can be repeated: what
 * Stripe has already is left as it is, and where Stripe fails the product stays what it was.
 * @throws `not_found`; `invalid_input` at `prices` where there is nothing to pay with
 */
export async function publishProduct(ctx: Ctx, input: { productId: string }): Promise<void> {
  const product = await findProductOfMode(ctx, input.productId);
  const prices = (await listPrices(ctx.db, [product.id])).filter(({ active }) => active);
  if (prices.length === 0)
    throw fail("invalid_input", {
      reason: "nothing to publish",
      fields: [{ path: "prices", message: "Add a price first. It may be zero." }],
    });
  await holdProduct(ctx, { productId: product.id }, async () => {
    const published = { ...product, status: "published" as const };
    const stripeProductId = await putStripeProduct(ctx, published, ctx.requestId);
    // Read again: a product that was made anew at Stripe has forgotten its prices there.
    for (const price of await listPrices(ctx.db, [product.id])) {
      if (price.active && !price.stripePriceId)
        await createStripePrice(ctx, price, stripeProductId);
    }
  });
  if (product.status === "published") return;
  await commit(ctx.db, [
    setProduct(ctx.db, product.id, {
      status: "published",
      updatedAt: laterThan(product, ctx.now),
    }),
    recordChange(ctx, {
      action: "product.published",
      targetId: product.id,
      before: { status: product.status },
      after: { status: "published" },
    }),
  ]);
  // What else was owed, such as a price that was archived.
  await tryPush(ctx, { productId: product.id });
}

/**
 * Takes a product out of the storefront: back to a draft, or into the archive, which ends its sale at Stripe too. Those
 * who have it keep it: subscriptions go on, and grants stay.
 * @throws `not_found`
 */
export async function withdrawProduct(
  ctx: Ctx,
  input: { productId: string; to: "draft" | "archived" },
): Promise<void> {
  const product = await findProductOfMode(ctx, input.productId);
  if (product.status === input.to) return;
  await commit(ctx.db, [
    setProduct(ctx.db, product.id, { status: input.to, updatedAt: laterThan(product, ctx.now) }),
    owePush(ctx, { productId: product.id, what: "product" }),
    recordChange(ctx, {
      action: input.to === "draft" ? "product.unpublished" : "product.archived",
      targetId: product.id,
      before: { status: product.status },
      after: { status: input.to },
    }),
  ]);
  await tryPush(ctx, { productId: product.id });
}

import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { listLinkedProducts } from "../../catalog/store-editing.ts";
import { fetchNews } from "./fetch-stripe-diff.ts";
import { owePull } from "./pull-product.ts";
import { askForWork } from "./push-product.ts";
import { hasNews } from "./stripe-diff.ts";

/** Few, since each asks Stripe twice. */
const PAGE = 10;

/**
 * A page of our products that exist at Stripe: those that differ there are looked at again by the queue. One
 * that Stripe does not know is left alone: that it was deleted, its event says, which the backfill brings.
 * @param input.afterId our product id to go on after
 * @returns what differs by Stripe's id, how many were compared, and the last one; null at the end
 */
export async function compareProducts(
  ctx: Ctx,
  input: { afterId: string | null },
): Promise<{ differing: Map<string, string>; checked: number; last: string | null }> {
  const { mode } = ctx.config.stripe;
  const page = await listLinkedProducts(ctx.db, {
    mode,
    afterId: input.afterId ?? "",
    limit: PAGE,
  });
  const differing = new Map<string, string>();
  for (const { stripeProductId, ...product } of page) {
    if (!stripeProductId) continue;
    const news = await fetchNews(ctx, {
      product: { ...product, stripeProductId },
      isDeletion: false,
    });
    if (!hasNews(news)) continue;
    const names = Object.keys(news.product);
    const prices = news.prices.length + news.added.length;
    if (prices > 0) names.push("prices");
    differing.set(stripeProductId, `differs in ${names.join(", ")}`);
    await commit(ctx.db, [owePull(ctx, { productId: product.id, reason: ctx.requestId })]);
    await askForWork(ctx, { productId: product.id });
  }
  return {
    differing,
    checked: page.length,
    last: page.length < PAGE ? null : (page.at(-1)?.id ?? null),
  };
}

import { listOpenSeats } from "../../access/store-seat-domains.ts";
import { mapProductSummaries, type ProductSummary } from "../../catalog/map-product-summaries.ts";
import type { UserCtx } from "../../context.ts";
import { toDomainOfEmail } from "../../lib/email-domain.ts";

/** Free seats of a purchase that the user may take by their email domain. `id` is that of the order or subscription. */
export type SeatOffer = {
  id: string;
  domain: string;
  product: Pick<ProductSummary, "name" | "slug">;
};

/** Lists the free seats that the user's organization has for them. Asks nothing for an address of a mail provider. */
export async function listSeatOffers(ctx: UserCtx): Promise<SeatOffer[]> {
  const { userId, verifiedEmail } = ctx.actor;
  const domain = verifiedEmail ? toDomainOfEmail(verifiedEmail) : null;
  if (domain === null) return [];
  const { mode } = ctx.config.stripe;
  const open = await listOpenSeats(ctx.db, { domain, userId, mode, now: ctx.now });
  const products = await mapProductSummaries(ctx, {
    ids: open.map(({ productId }) => productId),
  });
  return open.flatMap(({ id, productId }) => {
    const product = products.get(productId);
    return product ? [{ id, domain, product: { name: product.name, slug: product.slug } }] : [];
  });
}

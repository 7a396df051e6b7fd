import { resolvePriceTax } from "../catalog/price-tax.ts";
import { findPrice } from "../catalog/store.ts";
import { mapProductSummaries } from "../catalog/map-product-summaries.ts";
import type { Ctx } from "../context.ts";
import { listLibraryItems } from "../delivery/library/list-library-items.ts";
import type { EmailContent } from "../email-layout/email-content.ts";
import type { EmailContext } from "../email-layout/email-context.ts";
import { findLeftCheckout } from "../purchases/checkout/store.ts";
import { findPermanentLink, isPermanentLink } from "../purchases/checkout/store-permanent-links.ts";
import { readTaxDisplay } from "../settings/tax-settings.ts";
import { writeCheckoutReminder } from "./kinds/checkout-reminder.ts";
import { buyUrl } from "./kinds/parts.ts";
import type { QueuedEmail } from "./queued-email.ts";

/**
 * Writes the email about a checkout that somebody left.
 * @returns null if they came back since, or have the product or another one of its plan group; or if the price is no
 *   longer for sale
 */
export async function composeCheckoutReminder(
  ctx: Ctx,
  context: EmailContext,
  { userId, sourceId: id }: Pick<QueuedEmail, "userId" | "sourceId">,
): Promise<EmailContent | null> {
  if (userId === null) return null;
  const checkout = await findLeftCheckout(ctx.db, { id, userId });
  if (!checkout) return null;
  const { productId, priceId, quantity, linkId } = checkout;
  const { mode } = ctx.config.stripe;
  const [sold, products, owned, taxDisplay, link] = await Promise.all([
    findPrice(ctx.db, priceId),
    mapProductSummaries(ctx, { ids: [productId] }),
    listLibraryItems(ctx, { userId }),
    readTaxDisplay(ctx),
    isPermanentLink(linkId) ? findPermanentLink(ctx.db, mode, "id", linkId) : undefined,
  ]);
  const product = products.get(productId);
  if (!product || sold?.product.status !== "published" || !sold.price.active) return null;
  const { planGroup } = product;
  const hasIt = owned.some(
    (item) =>
      !item.isGiven &&
      (item.access.active || item.access.reason === "order_processing") &&
      (item.product.id === productId ||
        (planGroup !== null && item.product.planGroup === planGroup)),
  );
  if (hasIt) return null;
  const { amountMinor, currency, interval, intervalCount, model } = sold.price;
  const isLinkOpen =
    link?.link.active && (link.link.expiresAt === null || link.link.expiresAt > ctx.now);
  return writeCheckoutReminder(context, {
    productName: product.name,
    // A discount of the link is shown where it leads.
    price:
      model === "pay_what_you_want" || isLinkOpen
        ? null
        : {
            amountMinor: amountMinor * quantity,
            currency,
            interval,
            intervalCount,
            tax: resolvePriceTax(taxDisplay, sold.price),
          },
    url: isLinkOpen
      ? `${context.shop.origin}/buy/${link.link.code}`
      : buyUrl(context, { slug: product.slug, priceId, quantity }),
  });
}

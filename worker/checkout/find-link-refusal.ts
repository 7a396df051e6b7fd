import Stripe from "stripe";
import type { Ctx } from "../context.ts";
import { listPricesForSale } from "../catalog/store.ts";
import { listNames } from "../lib/list-names.ts";
import { idOf } from "../stripe/references.ts";
import { trySession } from "../stripe/try-session.ts";

/** How many ids a list at Stripe takes. */
const IDS_PER_LIST = 100;

/** A product's name with one of its prices at Stripe. */
type Sold = { name: string; stripePriceId: string; type: "one_time" | "recurring" };

/**
 * Returns why Link can't sell what is for sale, as a sentence for the seller; null if it can, or if nothing is for sale.
 * Stripe's list of eligible tax codes grows, and it decides about accounts itself, so this asks: it opens a session that
 * charges nothing for one product of each tax code, and closes it again.
 * @throws errors from Stripe that are no refusal
 */
export async function findLinkRefusal(ctx: Ctx): Promise<string | null> {
  const prices = await listPricesForSale(ctx.db, ctx.config.stripe.mode);
  const sold = [...new Map(prices.map((price) => [price.stripeProductId, price])).values()];
  const codes = await mapTaxCodes(ctx, sold);
  const withoutCode = sold.filter(({ stripeProductId }) => !codes.get(stripeProductId));
  if (withoutCode.length > 0)
    return `Choose a tax code first for ${listNames(withoutCode.map(({ name }) => name))}: on the page of the product, beside its URL.`;
  const samples = new Map(sold.map((each) => [codes.get(each.stripeProductId), each]));
  for (const sample of samples.values()) {
    const refusal = await findLinkRefusalOf(ctx, sample);
    if (refusal !== null) return refusal;
  }
  return null;
}

/**
 * Returns why Link can't sell one product, as a sentence for the seller; null if it can.
 * @throws errors from Stripe that are no refusal
 */
export async function findLinkRefusalOf(ctx: Ctx, sold: Sold): Promise<string | null> {
  const { stripe, requestId, config } = ctx;
  try {
    await trySession(
      stripe,
      { action: "link-check", requestId },
      {
        mode: sold.type === "recurring" ? "subscription" : "payment",
        line_items: [{ price: sold.stripePriceId, quantity: 1 }],
        success_url: config.origin,
        managed_payments: { enabled: true },
      },
    );
    return null;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return `Stripe doesn’t sell “${sold.name}” for you: ${error.message} Settings → Managed Payments in the Stripe dashboard says whether your account can use it.`;
  }
}

/** Returns the tax code of each product, by its id at Stripe; null without one. Ours can lag behind. */
async function mapTaxCodes(
  ctx: Ctx,
  sold: { stripeProductId: string }[],
): Promise<Map<string, string | null>> {
  const ids = sold.map(({ stripeProductId }) => stripeProductId);
  const codes = new Map<string, string | null>();
  for (let start = 0; start < ids.length; start += IDS_PER_LIST) {
    const some = ids.slice(start, start + IDS_PER_LIST);
    const { data } = await ctx.stripe.products.list({ ids: some, limit: IDS_PER_LIST });
    for (const { id, tax_code: code } of data) codes.set(id, idOf(code));
  }
  return codes;
}

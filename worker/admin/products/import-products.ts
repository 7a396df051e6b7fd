import { invalidCursor } from "../../db/page-cursor.ts";
import { isUnknownCursor } from "../../stripe/classify-error.ts";
import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { storeRendered } from "../../markdown/show-markdown.ts";
import { MAX_DESCRIPTION_LENGTH } from "./schema.ts";
import { newId } from "../../lib/ids.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { recordChange } from "../../audit/record-change.ts";
import {
  mapStripeCustomersByStripeId,
  markDirtyAndEnqueue,
} from "../../sync/customer/find-stripe-customers.ts";
import { readLastPosition, insertStripePrice } from "../../catalog/store-editing.ts";
import { listStripePrices } from "../../sync/catalog/fetch-stripe-diff.ts";
import { mapStripeProductIds } from "../../catalog/list-product-ids.ts";
import {
  parseStripePrice,
  parseStripeProduct,
  type PriceFacts,
} from "../../sync/catalog/stripe-diff.ts";
import { isResourceMissing } from "../../stripe/classify-error.ts";
import { insertProduct } from "../../catalog/store.ts";
import { findFreeSlug } from "./with-unique-slug.ts";
import { idOf } from "../../stripe/references.ts";

/** Small, since each product needs a request for its prices. */
const PAGE = 10;

/** A product that exists at Stripe but not here. `refusal`: why a price would be left out. */
export type ImportableProduct = {
  id: string;
  name: string;
  description: string | null;
  prices: { id: string; facts: PriceFacts | null; refusal: string | null }[];
};

/**
 * Lists Stripe's active products that are not in our catalog, newest first. A page can be short, since ours are
 * filtered out.
 * @throws `invalid_input` for an unknown cursor
 */
export async function listImportableProducts(
  ctx: Ctx,
  input: { cursor?: string | undefined },
): Promise<{ items: ImportableProduct[]; nextCursor: string | null }> {
  const { data, has_more: more } = await ctx.stripe.products
    .list({
      active: true,
      limit: PAGE,
      ...(input.cursor !== undefined && { starting_after: input.cursor }),
    })
    .catch((error: unknown) => {
      throw isUnknownCursor(error) ? invalidCursor(error) : error;
    });
  const ourProducts = await mapStripeProductIds(ctx);
  const items = data
    .filter(({ id }) => !ourProducts.has(id))
    .map(async ({ id, name, description }) => ({
      id,
      name,
      description,
      prices: (await listStripePrices(ctx, id))
        .filter(({ active }) => active)
        .map((price) => ({ id: price.id, facts: null, refusal: null, ...parseStripePrice(price) })),
    }));
  return { items: await Promise.all(items), nextCursor: more ? (data.at(-1)?.id ?? null) : null };
}

/**
 * Imports Stripe products as drafts, each with those of its active prices that can be sold here. Does nothing for a
 * product that already exists here. Known Stripe customers who subscribe to them are synced; unknown ones stay unknown,
 * and are never matched by email.
 * @returns our ids, including those that already existed
 * @throws `not_found` for an id that Stripe does not know; products before it are imported
 */
export async function importProducts(
  ctx: Ctx,
  input: { stripeProductIds: string[] },
): Promise<{ ids: string[] }> {
  const ids: string[] = [];
  for (const stripeProductId of input.stripeProductIds)
    ids.push(await importProduct(ctx, stripeProductId));
  return { ids };
}

async function importProduct(ctx: Ctx, stripeProductId: string): Promise<string> {
  const existingId = (await mapStripeProductIds(ctx)).get(stripeProductId);
  if (existingId) return existingId;
  const product = await retrieve(ctx, stripeProductId);
  const prices = (await listStripePrices(ctx, stripeProductId)).filter(({ active }) => active);
  const { mode } = ctx.config.stripe;
  const id = newId("prd", ctx.now);
  const { name, tagline, taxCode } = parseStripeProduct(product);
  const description = (product.description ?? "").slice(0, MAX_DESCRIPTION_LENGTH);
  const slug = await findFreeSlug(ctx, { kind: "product", name });
  const position = (await readLastPosition(ctx.db, mode)) + 1;
  const image = product.images[0]?.startsWith("https://") ? product.images[0] : null;
  try {
    await commit(ctx.db, [
      insertProduct(ctx.db, {
        id,
        slug,
        name,
        tagline,
        taxCode,
        description,
        image,
        position,
        mode,
        status: "draft",
        stripeProductId,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      }),
      ...prices.flatMap((price) => {
        const parsed = parseStripePrice(price);
        if (!("facts" in parsed)) return [];
        const row = { id: newId("prc", ctx.now), productId: id, active: true, mode };
        return [
          insertStripePrice(ctx.db, {
            ...parsed.facts,
            ...row,
            stripePriceId: price.id,
            createdAt: ctx.now,
          }),
        ];
      }),
      ...storeRendered(ctx, [description]),
      recordChange(ctx, {
        action: "product.imported",
        targetId: id,
        after: { name, stripeProductId },
      }),
      ...recordEvents(ctx, { productId: id }),
    ]);
  } catch (error) {
    // Another request imported it at the same time.
    const importedId = (await mapStripeProductIds(ctx)).get(stripeProductId);
    if (importedId) return importedId;
    throw error;
  }
  await enqueueSubscriberSyncs(ctx, prices);
  return id;
}

/**
 * Enqueues a sync of known Stripe customers who subscribe to these prices: the newest 100 of each price, one request
 * each. The nightly sweep finds the rest, since it compares every subscription.
 */
async function enqueueSubscriberSyncs(ctx: Ctx, prices: Stripe.Price[]): Promise<void> {
  for (const { id } of prices.filter(({ type }) => type === "recurring")) {
    const { data } = await ctx.stripe.subscriptions.list({ price: id, limit: 100 });
    const stripeCustomerIds = data.map(({ customer }) => idOf(customer));
    const customers = await mapStripeCustomersByStripeId(ctx, { stripeCustomerIds });
    await markDirtyAndEnqueue(ctx, { ids: [...customers.values()].map((customer) => customer.id) });
  }
}

async function retrieve(ctx: Ctx, stripeProductId: string): Promise<Stripe.Product> {
  try {
    return await ctx.stripe.products.retrieve(stripeProductId);
  } catch (error) {
    if (isResourceMissing(error))
      throw fail("not_found", { reason: "Stripe knows no such product" });
    throw error;
  }
}

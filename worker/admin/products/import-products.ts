import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { newId } from "../../lib/ids.ts";
import { recordChange } from "../../audit/record-change.ts";
import { findCustomers, refreshCustomers } from "../../sync/customer/find-stripe-customers.ts";
import { findLastPosition, insertStripePrice } from "../../catalog/store-editing.ts";
import { listStripePrices } from "../../sync/catalog/fetch-stripe-diff.ts";
import { mapStripeProducts } from "../../catalog/list-product-ids.ts";
import { readPrice, readProduct, type PriceFacts } from "../../sync/catalog/stripe-diff.ts";
import { isMissing } from "../../sync/catalog/stripe-product.ts";
import { findProductBySlug, insertProduct } from "../../catalog/store.ts";

/** Few, since each asks for its own prices. */
const PAGE = 10;

/** A product that exists at Stripe and not here. `refusal`: why a price would be left out. */
export type ImportableProduct = {
  id: string;
  name: string;
  description: string | null;
  prices: { id: string; facts: PriceFacts | null; refusal: string | null }[];
};

/** Stripe's active products that are none of ours, newest first. A page may show few: ours are left out of it. */
export async function listImportable(
  ctx: Ctx,
  input: { cursor?: string | undefined },
): Promise<{ items: ImportableProduct[]; nextCursor: string | null }> {
  const { data, has_more: more } = await ctx.stripe.products.list({
    active: true,
    limit: PAGE,
    ...(input.cursor !== undefined && { starting_after: input.cursor }),
  });
  const ours = await mapStripeProducts(ctx);
  const items = data
    .filter(({ id }) => !ours.has(id))
    .map(async ({ id, name, description }) => ({
      id,
      name,
      description,
      prices: (await listStripePrices(ctx, id))
        .filter(({ active }) => active)
        .map((price) => ({ id: price.id, facts: null, refusal: null, ...readPrice(price) })),
    }));
  return { items: await Promise.all(items), nextCursor: more ? (data.at(-1)?.id ?? null) : null };
}

/**
 * Takes products of Stripe's into the catalog as drafts, each with those of its active prices that can be sold here.
 * Importing what is here already does nothing. Customers of ours who subscribe to them are looked at again; who at Stripe
 * is no customer of ours stays unknown, and is never adopted by email.
 * @returns our ids, of those that were here already too
 * @throws `not_found` for an id that Stripe does not know; what came before it is imported
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
  const known = (await mapStripeProducts(ctx)).get(stripeProductId);
  if (known) return known;
  const product = await retrieve(ctx, stripeProductId);
  const prices = (await listStripePrices(ctx, stripeProductId)).filter(({ active }) => active);
  const { mode } = ctx.config.stripe;
  const id = newId("prd", ctx.now);
  const { name, tagline } = readProduct(product);
  const slug = await freeSlug(ctx, name);
  const position = (await findLastPosition(ctx.db, mode)) + 1;
  const image = product.images[0]?.startsWith("https://") ? product.images[0] : null;
  try {
    await commit(ctx.db, [
      insertProduct(ctx.db, {
        id,
        slug,
        name,
        tagline,
        description: product.description ?? "",
        image,
        position,
        mode,
        status: "draft",
        stripeProductId,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      }),
      ...prices.flatMap((price) => {
        const read = readPrice(price);
        if (!("facts" in read)) return [];
        const row = { id: newId("prc", ctx.now), productId: id, active: true, mode };
        return [
          insertStripePrice(ctx.db, {
            ...read.facts,
            ...row,
            stripePriceId: price.id,
            createdAt: ctx.now,
          }),
        ];
      }),
      recordChange(ctx, {
        action: "product.imported",
        targetId: id,
        after: { name, stripeProductId },
      }),
    ]);
  } catch (error) {
    // Somebody else imported it this very moment.
    const theirs = (await mapStripeProducts(ctx)).get(stripeProductId);
    if (theirs) return theirs;
    throw error;
  }
  await refreshSubscribers(ctx, prices);
  return id;
}

/**
 * Has customers of ours looked at again who subscribe to these prices: the newest hundred of each price, one call each.
 * The nightly sweep finds the rest, since it compares every subscription.
 */
async function refreshSubscribers(ctx: Ctx, prices: Stripe.Price[]): Promise<void> {
  for (const { id } of prices.filter(({ type }) => type === "recurring")) {
    const { data } = await ctx.stripe.subscriptions.list({ price: id, limit: 100 });
    const stripeCustomerIds = data.map(({ customer }) =>
      typeof customer === "string" ? customer : customer.id,
    );
    const ours = await findCustomers(ctx, { stripeCustomerIds });
    await refreshCustomers(ctx, { ids: [...ours.values()].map((customer) => customer.id) });
  }
}

async function retrieve(ctx: Ctx, stripeProductId: string): Promise<Stripe.Product> {
  try {
    return await ctx.stripe.products.retrieve(stripeProductId);
  } catch (error) {
    if (isMissing(error)) throw fail("not_found", { reason: "Stripe knows no such product" });
    throw error;
  }
}

/** An address of the name that nobody has yet. */
async function freeSlug(ctx: Ctx, name: string): Promise<string> {
  const stem =
    name
      .normalize("NFKD")
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-+|-+$/g, "")
      .slice(0, 56) || "product";
  for (let at = 1; ; at++) {
    const slug = at === 1 ? stem : `${stem}-${at}`;
    if (!(await findProductBySlug(ctx.db, slug))) return slug;
  }
}

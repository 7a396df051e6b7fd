import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { storeRendered } from "../../markdown/show-markdown.ts";
import { refreshKeyFeatures } from "../../identity/keys/store-features.ts";
import { newId } from "../../lib/ids.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { recordChange } from "../../audit/record-change.ts";
import { findLastPosition } from "../../catalog/store-editing.ts";
import { assertSlugNotKept } from "../../catalog/store-slugs.ts";
import { withUniqueSlug } from "./with-unique-slug.ts";
import type { NewPrice, NewProduct } from "../../catalog/schema.ts";
import {
  insertProductBenefit,
  insertBenefit,
  insertPrice,
  insertProduct,
  type PriceRow,
} from "../../catalog/store.ts";

/**
 * Creates a product with its prices and benefits as a draft. `publishProduct` creates it at Stripe.
 * @param input parsed by `newProduct`
 * @param input.position its position in the storefront, from 0; last by default
 * @returns the ids of the product and of its benefits, in their order
 * @throws `invalid_input` at `slug` if another product has it
 */
export async function createProduct(
  ctx: Ctx,
  input: NewProduct & { position?: number },
): Promise<{ id: string; benefitIds: string[] }> {
  const { mode } = ctx.config.stripe;
  const { prices, benefits, ...product } = input;
  const position = input.position ?? (await findLastPosition(ctx.db, mode)) + 1;
  const id = newId("prd", ctx.now);
  const benefitIds = benefits.map(() => newId("bnf", ctx.now));
  await withUniqueSlug(ctx, { slug: product.slug, id }, () =>
    commit(ctx.db, [
      insertProduct(ctx.db, {
        ...product,
        position,
        id,
        mode,
        status: "draft",
        createdAt: ctx.now,
        updatedAt: ctx.now,
      }),
      assertSlugNotKept(ctx.db, { kind: "product", slug: product.slug, targetId: id }),
      ...prices.map((price) => insertPrice(ctx.db, toPriceRow(ctx, { productId: id, price }))),
      ...benefits.flatMap((benefit, position) => {
        const benefitId = benefitIds[position] ?? "";
        return [
          insertBenefit(ctx.db, { ...benefit, id: benefitId, createdAt: ctx.now }),
          insertProductBenefit(ctx.db, { productId: id, benefitId, position }),
        ];
      }),
      ...storeRendered(ctx, [product.description]),
      refreshKeyFeatures(ctx.db),
      recordChange(ctx, {
        action: "product.created",
        targetId: id,
        after: { slug: product.slug, name: product.name },
      }),
      ...recordEvents(ctx, { productId: id }),
    ]),
  );
  return { id, benefitIds };
}

/** Converts a new price to its row. For pay what you want, the amount is the minimum. */
export function toPriceRow(
  ctx: Ctx,
  { productId, price }: { productId: string; price: NewPrice },
): PriceRow {
  const base = {
    interval: null,
    intervalCount: null,
    minimumMinor: null,
    presetMinor: null,
    trialDays: 0,
    taxBehavior: null,
  };
  return {
    ...base,
    ...price,
    ...(price.model === "pay_what_you_want" && { presetMinor: price.presetMinor ?? null }),
    model: price.model ?? "fixed",
    amountMinor: price.model === "pay_what_you_want" ? price.minimumMinor : price.amountMinor,
    id: newId("prc", ctx.now),
    productId,
    active: true,
    mode: ctx.config.stripe.mode,
    stripePriceId: null,
    createdAt: ctx.now,
  };
}

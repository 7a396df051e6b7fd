import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { failAt, fail } from "../../errors.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { recordChange } from "../../audit/record-change.ts";
import { requireProduct, nextUpdatedAt } from "../../catalog/find-product.ts";
import { listPrices, setProduct } from "../../catalog/store-editing.ts";
import { withProductLock } from "../../sync/catalog/with-product-lock.ts";
import { addPendingPush, tryPushProduct } from "../../sync/catalog/push-product.ts";
import { createStripePrice, upsertStripeProduct } from "../../sync/catalog/stripe-product.ts";
import { listBenefits, type ProductRow } from "../../catalog/store.ts";
import { findLinkRefusalOf } from "../../checkout/find-link-refusal.ts";
import { withFreshSettings } from "../../settings/read-setting.ts";
import { taxSettings } from "../../settings/tax-settings.ts";
import { mapMissingContent, type MissingContent } from "./map-missing-content.ts";

/**
 * Creates the product and its prices at Stripe, then shows it in the storefront. It can be repeated: what Stripe
 * already has is kept, and if Stripe fails, the product's status does not change.
 * @throws `not_found`; `invalid_input` at `prices` if it has no active price, or at `taxCode` if Link is to sell it and
 *   can't
 */
export async function publishProduct(ctx: Ctx, input: { productId: string }): Promise<void> {
  const product = await requireProduct(ctx, input.productId);
  const prices = (await listPrices(ctx.db, [product.id])).filter(({ active }) => active);
  if (prices.length === 0) throw failAt("prices", "Add a price first. It can be 0.");
  await withProductLock(ctx, { productId: product.id }, async () => {
    const published = { ...product, status: "published" as const };
    const stripeProductId = await upsertStripeProduct(ctx, published, ctx.requestId);
    // Read again: if the product was recreated at Stripe, the ids of its prices there were cleared.
    for (const price of await listPrices(ctx.db, [product.id])) {
      if (price.active && !price.stripePriceId)
        await createStripePrice(ctx, price, stripeProductId);
    }
    if (product.status !== "published") await assertSoldByLink(ctx, product);
  });
  if (product.status === "published") return;
  await commit(ctx.db, [
    setProduct(ctx.db, product.id, {
      status: "published",
      updatedAt: nextUpdatedAt(product, ctx.now),
    }),
    recordChange(ctx, {
      action: "product.published",
      targetId: product.id,
      before: { status: product.status },
      after: { status: "published" },
    }),
    ...recordEvents(ctx, { productId: product.id }),
  ]);
  // Pushes other pending changes, such as an archived price.
  await tryPushProduct(ctx, { productId: product.id });
}

/** @throws `invalid_input` at `taxCode` if Link is the seller, and Stripe says that it can't sell the product */
async function assertSoldByLink(ctx: Ctx, { id, name }: ProductRow): Promise<void> {
  if (!(await taxSettings.read(withFreshSettings(ctx))).soldByLink) return;
  const price = (await listPrices(ctx.db, [id])).find(({ active }) => active);
  if (!price?.stripePriceId) return;
  const { stripePriceId, type } = price;
  const refusal = await findLinkRefusalOf(ctx, { name, stripePriceId, type });
  if (refusal !== null) throw failAt("taxCode", refusal);
}

/**
 * Removes a product from the storefront: back to a draft, or archived, which also ends its sale at Stripe. Users who
 * have it keep it: subscriptions continue, and grants stay.
 * @throws `not_found`
 */
export async function unpublishProduct(
  ctx: Ctx,
  input: { productId: string; to: "draft" | "archived" },
): Promise<void> {
  const product = await requireProduct(ctx, input.productId);
  if (product.status === input.to) return;
  await commit(ctx.db, [
    setProduct(ctx.db, product.id, {
      status: input.to,
      updatedAt: nextUpdatedAt(product, ctx.now),
    }),
    addPendingPush(ctx, { productId: product.id, target: "product" }),
    recordChange(ctx, {
      action: input.to === "draft" ? "product.unpublished" : "product.archived",
      targetId: product.id,
      before: { status: product.status },
      after: { status: input.to },
    }),
    ...recordEvents(ctx, { productId: product.id }),
  ]);
  await tryPushProduct(ctx, { productId: product.id });
}

/** What is wrong with a benefit without content, for programs; the console has its own words. */
const messages: Record<MissingContent["code"], string> = {
  file: "Has no file to download.",
  keys: "Has no imported keys left.",
  page: "Has no page.",
  page_draft: "Has a page that is a draft.",
  page_text: "Has a page without content.",
  link: "Has no URL or note.",
};

/**
 * Publishes a product unless one of its benefits has no content.
 * @param input.acceptsMissing publishes it anyway, if buyers get at least something
 * @throws `not_found`; `invalid_input` at `prices` without an active price, or at each benefit without content, as
 *   `benefits.0`
 */
export async function publishCompleteProduct(
  ctx: Ctx,
  input: { productId: string; acceptsMissing?: boolean | undefined },
): Promise<void> {
  const { productId, acceptsMissing = false } = input;
  const completeness = (await mapMissingContent(ctx, [productId])).get(productId);
  const { missing = [], isDeliverable = true } = completeness ?? {};
  if (missing.length > 0 && !(acceptsMissing && isDeliverable)) {
    const benefits = await listBenefits(ctx.db, [productId]);
    throw fail("invalid_input", {
      reason: "benefits without content",
      fields: missing.map(({ benefitId, code }) => ({
        path: `benefits.${benefits.findIndex(({ benefit }) => benefit.id === benefitId)}`,
        message: messages[code],
      })),
    });
  }
  await publishProduct(ctx, { productId });
}

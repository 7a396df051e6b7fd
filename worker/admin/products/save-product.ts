import { editConflict } from "../../audit/edit-conflict.ts";
import { recordChange } from "../../audit/record-change.ts";
import { nextUpdatedAt, requireProduct, wasPublished } from "../../catalog/find-product.ts";
import { changeSlug } from "../../catalog/former-slugs.ts";
import type { ProductEdit } from "./schema.ts";
import {
  addBenefitsOfParts,
  assertProductUnchanged,
  listBundlesOf,
  removeBenefitsOfParts,
  setProduct,
} from "../../catalog/store-editing.ts";
import { findProduct, listProductsById, type ProductRow } from "../../catalog/store.ts";
import { findProductIds } from "../../catalog/list-product-ids.ts";
import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import { failAt } from "../../errors.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { storeRendered } from "../../markdown/show-markdown.ts";
import { refreshKeyFeatures } from "../../identity/keys/store-features.ts";
import { prepareCustomersResync } from "../../sync/catalog/resync-customers.ts";
import { addPendingPush, tryPushProduct } from "../../sync/catalog/push-product.ts";
import { writeTranslations, readTranslations } from "../../translations/edit-translations.ts";
import type { Translations } from "../../translations/schema.ts";
import { prepareBenefitChanges } from "./benefit-changes.ts";
import { preparePriceChanges } from "./price-changes.ts";
import { withUniqueSlug } from "./with-unique-slug.ts";

/**
 * Saves a product with its prices, benefits and their pages in one batch, and pushes the change to Stripe. It is saved
 * even if Stripe fails; the push then stays a pending sync. The former slug of a product that was published leads to
 * the new one.
 * @param input parsed by `productEdit`; `updatedAt` is that of the product that the edit is based on
 * @throws `not_found` for a product, price, benefit or page that does not exist; `edit_conflict` if the product or an
 *   edited benefit was changed in the meantime; `invalid_input` at `slug`, or at a benefit whose type differs
 */
export async function saveProduct(ctx: Ctx, input: ProductEdit & { id: string }): Promise<void> {
  const { id, updatedAt, prices, newPrices, benefits, translations, ...details } = input;
  const before = await requireProduct(ctx, id);
  if (before.updatedAt !== updatedAt) throw await editConflict(ctx, { targetId: id });
  await assertAddOns(ctx, id, details.addOns);
  await assertParts(ctx, id, details.parts);
  const [priceChanges, benefitChanges, texts] = await Promise.all([
    preparePriceChanges(ctx, before, { prices, newPrices }),
    benefits ? prepareBenefitChanges(ctx, { productId: id, entries: benefits }) : undefined,
    translations ? prepareTexts(ctx, id, translations) : [],
  ]);
  const parts = await preparePartChanges(ctx, before, {
    parts: details.parts,
    isChanged: benefitChanges?.isMembershipChanged ?? false,
  });
  const statements = [
    ...prepareDetails(ctx, before, details),
    ...priceChanges.statements,
    ...parts.before,
    ...(benefitChanges?.statements ?? []),
    ...parts.after,
    ...texts,
  ];
  if (statements.length === 0) return;
  const write = () =>
    // oxlint-disable-next-line gatehouse/record-change -- the statements of each part contain its entry
    commit(ctx.db, [
      assertProductUnchanged({ id, updatedAt }),
      ...priceChanges.guards,
      ...(benefitChanges?.guards ?? []),
      setProduct(ctx.db, id, { updatedAt: nextUpdatedAt(before, ctx.now) }),
      ...statements,
      ...recordEvents(ctx, {
        productId: [
          ...new Set([id, ...(benefitChanges?.otherProductIds ?? []), ...parts.bundleIds]),
        ],
      }),
    ]);
  try {
    await withUniqueSlug(ctx, { slug: details.slug, id }, write);
  } catch (error) {
    throw (await isStillCurrent(ctx, before, input))
      ? error
      : await editConflict(ctx, { targetId: id, cause: error });
  }
  await benefitChanges?.afterCommit();
  await parts.afterCommit();
  await tryPushProduct(ctx, { productId: id });
}

/** @throws `invalid_input` at `addOns` for the product itself, or one that does not exist */
export async function assertAddOns(
  ctx: Ctx,
  id: string | null,
  addOns: string[] | null | undefined,
): Promise<void> {
  if (!addOns || addOns.length === 0) return;
  const found = await findProductIds(ctx, { ids: addOns });
  const isOther = (addOn: string) => addOn !== id && found.has(addOn);
  if (new Set(addOns).size < addOns.length || !addOns.every(isOther))
    throw failAt("addOns", "Choose other products of the shop.");
}

/**
 * Returns the writes that give bundles the benefits of what they include: of this product, and of those that include it.
 * Whoever has one of them gets what is new at their next sync.
 */
async function preparePartChanges(
  ctx: Ctx,
  before: ProductRow,
  { parts, isChanged }: { parts: string[] | null | undefined; isChanged: boolean },
) {
  const { id } = before;
  const isOther = parts !== undefined && !isSame(parts, before.parts);
  const bundleIds = isChanged || isOther ? await listBundlesOf(ctx.db, id) : [];
  const isBundle = (parts ?? before.parts) !== null || isOther;
  if (!(isOther || (isChanged && (isBundle || bundleIds.length > 0))))
    return { before: [], after: [], bundleIds: [], afterCommit: async () => {} };
  const resyncs = [...(isOther ? [id] : []), ...bundleIds].map((productId) =>
    prepareCustomersResync(ctx, { productId }),
  );
  return {
    bundleIds,
    before: [removeBenefitsOfParts(id)],
    after: [
      addBenefitsOfParts(id),
      refreshKeyFeatures(ctx.db),
      ...resyncs.flatMap(({ statements }) => statements),
    ],
    async afterCommit() {
      for (const { enqueue } of resyncs) await enqueue();
    },
  };
}

/** @throws `invalid_input` at `parts` for the product itself, a bundle, or one that does not exist */
export async function assertParts(
  ctx: Ctx,
  id: string,
  parts: string[] | null | undefined,
): Promise<void> {
  if (!parts || parts.length === 0) return;
  const [found, bundles] = await Promise.all([
    listProductsById(ctx.db, parts),
    listBundlesOf(ctx.db, id),
  ]);
  const { mode } = ctx.config.stripe;
  const allowed = found.filter((part) => part.id !== id && part.mode === mode && !part.parts);
  if (allowed.length < parts.length || new Set(parts).size < parts.length)
    throw failAt("parts", "Choose other products of the shop that include none themselves.");
  if (bundles.length > 0) throw failAt("parts", "This product is included in a bundle already.");
}

/** Whether no other member changed the product, or a benefit that is edited, since the edit began. */
async function isStillCurrent(
  ctx: Ctx,
  before: ProductRow,
  input: ProductEdit & { id: string },
): Promise<boolean> {
  const current = await findProduct(ctx.db, input.id);
  if (current?.updatedAt !== before.updatedAt) return false;
  if (current.stripeProductId !== before.stripeProductId) return false;
  if (!input.benefits) return true;
  try {
    await prepareBenefitChanges(ctx, { productId: input.id, entries: input.benefits });
    return true;
  } catch {
    return false;
  }
}

/** The product's guard keeps two edits of its translations apart. */
async function prepareTexts(ctx: Ctx, id: string, after: Translations): Promise<Statement[]> {
  const before = (await readTranslations(ctx, [id])).get(id);
  return writeTranslations(ctx, { action: "product.updated", targetId: id, before, after });
}

/** Values as they are stored: media are JSON. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

type Details = Pick<
  ProductEdit,
  | "slug"
  | "name"
  | "tagline"
  | "description"
  | "image"
  | "media"
  | "planGroup"
  | "taxCode"
  | "addOns"
  | "parts"
>;

function prepareDetails(ctx: Ctx, before: ProductRow, details: Details): Statement[] {
  const changed = (Object.keys(details) as (keyof Details)[]).filter(
    (name) => details[name] !== undefined && !isSame(details[name], before[name]),
  );
  if (changed.length === 0) return [];
  const { id } = before;
  const pick = (from: Details) => Object.fromEntries(changed.map((name) => [name, from[name]]));
  return [
    setProduct(ctx.db, id, details),
    ...changeSlug(ctx, {
      kind: "product",
      targetId: id,
      from: before.slug,
      to: details.slug,
      wasPublic: wasPublished(before),
    }),
    ...storeRendered(ctx, [details.description]),
    addPendingPush(ctx, { productId: id, target: "product" }),
    recordChange(ctx, {
      action: "product.updated",
      targetId: id,
      before: pick(before),
      after: pick(details),
    }),
  ];
}

import { editConflict } from "../../audit/edit-conflict.ts";
import { recordChange } from "../../audit/record-change.ts";
import { nextUpdatedAt, requireProduct, wasPublished } from "../../catalog/find-product.ts";
import { changeSlug } from "../../catalog/former-slugs.ts";
import type { ProductEdit } from "./schema.ts";
import { assertProductUnchanged, setProduct } from "../../catalog/store-editing.ts";
import { findProduct, type ProductRow } from "../../catalog/store.ts";
import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { storeRendered } from "../../markdown/show-markdown.ts";
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
  const [priceChanges, benefitChanges, texts] = await Promise.all([
    preparePriceChanges(ctx, before, { prices, newPrices }),
    benefits ? prepareBenefitChanges(ctx, { productId: id, entries: benefits }) : undefined,
    translations ? prepareTexts(ctx, id, translations) : [],
  ]);
  const statements = [
    ...prepareDetails(ctx, before, details),
    ...priceChanges.statements,
    ...(benefitChanges?.statements ?? []),
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
      ...recordEvents(ctx, { productId: [id, ...(benefitChanges?.otherProductIds ?? [])] }),
    ]);
  try {
    await withUniqueSlug(ctx, { slug: details.slug, id }, write);
  } catch (error) {
    throw (await isStillCurrent(ctx, before, input))
      ? error
      : await editConflict(ctx, { targetId: id, cause: error });
  }
  await benefitChanges?.afterCommit();
  await tryPushProduct(ctx, { productId: id });
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
  "slug" | "name" | "tagline" | "description" | "image" | "media" | "planGroup" | "taxCode"
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

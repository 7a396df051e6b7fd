import { recordChange, recordChangeIfApplied } from "../audit/record-change.ts";
import { requirePriceForSale, type PriceWithProduct } from "../catalog/require-price.ts";
import { resolveSeats } from "../catalog/seats.ts";
import { identifyActor, type Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import type { LinkDiscount } from "../db/schema/permanent-links.ts";
import { fail, failAt } from "../errors.ts";
import { newId } from "../lib/ids.ts";
import { pick, withoutUndefined, type Given } from "../lib/pick.ts";
import { findChangedFields } from "../lib/rows.ts";
import {
  findPermanentLink,
  insertPermanentLink,
  updatePermanentLink,
  type PermanentLinkRow,
} from "../purchases/checkout/store-permanent-links.ts";
import { developerSettings } from "../settings/developer-settings.ts";
import { chooseAddedPrices, isAllowedSuccessUrl } from "./create-checkout-link.ts";
import { readLinkDiscount } from "./read-link-discount.ts";

/** Characters of a code: 50 random bits, so that nobody finds links by trying. */
const CODE_LENGTH = 10;

/** What of a link can be changed. `expiresAt` in unix milliseconds; null is "none" everywhere. */
export type LinkChanges = {
  name?: string | undefined;
  promotionCodeId?: string | null | undefined;
  successUrl?: string | null | undefined;
  expiresAt?: number | null | undefined;
  maxPurchases?: number | null | undefined;
  active?: boolean | undefined;
};

type GivenChanges = Given<LinkChanges>;

/** A link to make. What it sells and its metadata cannot be changed later. */
export type NewPermanentLink = LinkChanges & {
  priceId: string;
  /** One-time prices that it sells beside that. */
  addedPriceIds?: string[] | undefined;
  /** Add-ons of the product instead, by their products: each at its price of today. */
  addOnIds?: string[] | undefined;
  quantity?: number | undefined;
  metadata?: Record<string, string> | undefined;
};

/**
 * Creates a permanent link. Every rule of buying is checked when a buyer opens it.
 * @throws `price_unavailable`; `stripe_unavailable`; `invalid_input` for a quantity that the price does not allow, a code
 *   that does not work for it, a success URL of an origin that the seller did not allow, or an expiry in the past
 */
export async function createPermanentLink(
  ctx: Ctx,
  { priceId, addedPriceIds, addOnIds, quantity, metadata = {}, ...options }: NewPermanentLink,
): Promise<{ id: string }> {
  const sold = await requirePriceForSale(ctx, { priceId });
  const row = newRow(ctx, sold, {
    ...(await checkOptions(ctx, sold, withoutUndefined(options))),
    addedPrices: await chooseAddedPrices(ctx, sold, { addedPriceIds, addOnIds }),
    quantity: resolveSeats(sold.price, quantity),
    metadata,
  });
  await insert(ctx, row);
  return { id: row.id };
}

/**
 * Returns the link of a price, and of a code, that has no other options. Creates it with the first call.
 * @throws as `createPermanentLink`
 */
export async function findOrCreatePlainLink(
  ctx: Ctx,
  {
    priceId,
    promotionCodeId = null,
  }: { priceId: string; promotionCodeId?: string | null | undefined },
): Promise<{ id: string }> {
  const plainOf = promotionCodeId === null ? priceId : `${priceId} ${promotionCodeId}`;
  const find = () => findPermanentLink(ctx.db, ctx.config.stripe.mode, "plainOf", plainOf);
  const found = await find();
  if (found) return found.link;
  const sold = await requirePriceForSale(ctx, { priceId });
  const options = await checkOptions(ctx, sold, { promotionCodeId });
  await insert(ctx, newRow(ctx, sold, { ...options, plainOf }));
  // Another request may have been quicker.
  return (await find())!.link;
}

async function insert(ctx: Ctx, row: PermanentLinkRow): Promise<void> {
  const { code, name, priceId, promotionCodeId, expiresAt, maxPurchases } = row;
  await commit(ctx.db, [
    insertPermanentLink(ctx.db, row),
    recordChangeIfApplied(ctx, {
      action: "permanent_link.created",
      targetId: row.id,
      after: { code, name, priceId, promotionCodeId, expiresAt, maxPurchases },
    }),
  ]);
}

function newRow(
  ctx: Ctx,
  { price, product }: PriceWithProduct,
  chosen: Partial<PermanentLinkRow>,
): PermanentLinkRow {
  const id = newId("lnp", ctx.now);
  return {
    id,
    mode: ctx.config.stripe.mode,
    // The end of an id is random.
    code: newId("lnp", ctx.now).slice(-CODE_LENGTH),
    name: "",
    productId: product.id,
    priceId: price.id,
    addedPrices: null,
    quantity: 1,
    promotionCodeId: null,
    discount: null,
    successUrl: null,
    metadata: {},
    expiresAt: null,
    maxPurchases: null,
    active: true,
    plainOf: null,
    views: 0,
    createdBy: identifyActor(ctx).id,
    createdAt: ctx.now,
    updatedAt: ctx.now,
    ...chosen,
  };
}

/**
 * Changes the options of a permanent link. Checkouts that are open keep those that they were opened with.
 * @throws `not_found`, and as `createPermanentLink`
 */
export async function editPermanentLink(
  ctx: Ctx,
  { id, ...input }: LinkChanges & { id: string },
): Promise<{ id: string }> {
  const found = await findPermanentLink(ctx.db, ctx.config.stripe.mode, "id", id);
  if (!found) throw fail("not_found", { reason: "no such permanent link" });
  const { link } = found;
  const given = withoutUndefined(input);
  const names = findChangedFields(link, given) as (keyof LinkChanges)[];
  if (names.length === 0) return { id };
  const changes = pick(given, names);
  const needsPrice = changes.promotionCodeId !== undefined && changes.promotionCodeId !== null;
  const sold = needsPrice ? await requirePriceForSale(ctx, link) : null;
  const fields = await checkOptions(ctx, sold, changes);
  // With other options than a name or a switch, it is not the plain one any more.
  const staysPlain = names.every((name) => name === "name" || name === "active");
  const { discount: _, ...after } = fields;
  await commit(ctx.db, [
    updatePermanentLink(ctx.db, id, {
      ...fields,
      ...(!staysPlain && { plainOf: null }),
      updatedAt: Math.max(ctx.now, link.updatedAt + 1),
    }),
    recordChange(ctx, {
      action: "permanent_link.updated",
      targetId: id,
      before: pick(link, names),
      after,
    }),
  ]);
  return { id };
}

/** Checks options, and completes those of a code. @param sold needed for a code */
async function checkOptions(
  ctx: Ctx,
  sold: PriceWithProduct | null,
  options: GivenChanges,
): Promise<Partial<PermanentLinkRow>> {
  const { promotionCodeId, ...others } = options;
  const { successUrl, expiresAt } = others;
  if (successUrl && !isAllowedSuccessUrl(successUrl, await developerSettings.read(ctx)))
    throw failAt("successUrl", "Its origin must be allowed in the console, under Developers");
  if (typeof expiresAt === "number" && expiresAt <= ctx.now)
    throw failAt("expiresAt", "Choose a date in the future.");
  const discount: LinkDiscount | null =
    sold && promotionCodeId ? await readLinkDiscount(ctx, sold, promotionCodeId) : null;
  return { ...others, ...(promotionCodeId !== undefined && { promotionCodeId, discount }) };
}

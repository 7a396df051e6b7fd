import { findUserStatus } from "../identity/store-profile.ts";
import { identifyActor, type Ctx } from "../context.ts";
import { commit, type Statement } from "../db/client.ts";
import { fail, failAt } from "../errors.ts";
import { newId } from "../lib/ids.ts";
import { DAY } from "../lib/time.ts";
import { requirePriceForSale, type PriceWithProduct } from "../catalog/require-price.ts";
import { resolveSeats } from "../catalog/seats.ts";
import { listActivePrices } from "../catalog/store.ts";
import { insertCheckoutLink, type CheckoutLinkRow } from "../purchases/checkout/store-links.ts";
import { requireAddedPrices, writePriceIds, type WantedBeside } from "./added-prices.ts";
import { developerSettings, type DeveloperSettings } from "../settings/developer-settings.ts";

const LIFETIME_MS = 7 * DAY;
const MAX_LIFETIME_MS = 90 * DAY;

/**
 * A purchase that another program prepares: of a price, or of a product that has one. `userId` is the only user who may
 * use it, `email` is suggested at the sign-in, and `successUrl` is where the buyer goes after the payment. `expiresAt`
 * in unix milliseconds.
 */
export type NewCheckoutLink = {
  priceId?: string | undefined;
  productId?: string | undefined;
  /** One-time prices that are bought beside it. */
  addedPriceIds?: string[] | undefined;
  quantity?: number | undefined;
  userId?: string | undefined;
  email?: string | undefined;
  successUrl?: string | undefined;
  metadata?: Record<string, string> | undefined;
  expiresAt?: number | undefined;
};

/**
 * Creates a link to a checkout. Every rule of buying is checked again when the buyer opens it.
 * @param extraStatements returns statements for the same batch
 * @throws `price_unavailable`; `not_found` for an unknown user; `invalid_input` for a product with several prices, a
 *   quantity that the price does not allow, a price that can't be sold beside it, a success URL of an origin that the
 *   seller did not allow, or an expiry that is past or too late
 */
export async function createCheckoutLink(
  ctx: Ctx,
  input: NewCheckoutLink,
  extraStatements: (link: CheckoutLinkRow) => Statement[] = () => [],
): Promise<CheckoutLinkRow> {
  const { userId } = input;
  const [sold, settings, status] = await Promise.all([
    choosePrice(ctx, input).then((priceId) => requirePriceForSale(ctx, { priceId })),
    developerSettings.read(ctx),
    userId === undefined ? "active" : findUserStatus(ctx.db, userId),
  ]);
  if (status !== "active") throw fail("not_found", { reason: "no such user" });
  const { successUrl, expiresAt = ctx.now + LIFETIME_MS } = input;
  if (successUrl !== undefined && !isAllowedSuccessUrl(successUrl, settings))
    throw failAt("successUrl", "Its origin must be allowed in the console, under Developers");
  if (expiresAt <= ctx.now || expiresAt > ctx.now + MAX_LIFETIME_MS)
    throw failAt("expiresAt", "Choose a time within the next 90 days");
  const { price, product } = sold;
  const link: CheckoutLinkRow = {
    id: newId("lnc", ctx.now),
    mode: ctx.config.stripe.mode,
    productId: product.id,
    priceId: price.id,
    quantity: resolveSeats(price, input.quantity),
    addedPrices: await chooseAddedPrices(ctx, sold, input),
    userId: userId ?? null,
    email: input.email ?? null,
    successUrl: successUrl ?? null,
    metadata: input.metadata ?? {},
    checkoutId: null,
    createdBy: identifyActor(ctx).id,
    createdAt: ctx.now,
    expiresAt,
  };
  await commit(ctx.db, [insertCheckoutLink(ctx.db, link), ...extraStatements(link)]);
  return link;
}

/**
 * Returns what a link stores of the prices that it sells beside its own.
 * @param input.addOnIds add-ons of the product instead of prices: each at its price of today
 * @throws `invalid_input`
 */
export async function chooseAddedPrices(
  ctx: Ctx,
  sold: PriceWithProduct,
  {
    addedPriceIds = [],
    addOnIds,
  }: { addedPriceIds?: string[] | undefined } & Pick<WantedBeside, "addOnIds">,
): Promise<string | null> {
  const ids = [...new Set(addedPriceIds)];
  const wanted = ids.length === 0 ? { addOnIds } : { addedPrices: JSON.stringify(ids) };
  const added = await requireAddedPrices(ctx, sold, wanted).catch((cause: unknown) => {
    throw failAt("addedPriceIds", "One of these can’t be sold together with the price.", cause);
  });
  return writePriceIds(added);
}

/** Returns the id of the price, or of the only price of the product. */
async function choosePrice(
  ctx: Ctx,
  { priceId, productId }: Pick<NewCheckoutLink, "priceId" | "productId">,
): Promise<string> {
  if (priceId !== undefined) return priceId;
  const prices = productId === undefined ? [] : await listActivePrices(ctx.db, [productId]);
  const [price, ...others] = prices;
  if (!price) throw fail("price_unavailable", { reason: "the product has no price for sale" });
  if (others.length > 0) throw failAt("price", "The product has several prices, so name one");
  return price.id;
}

/** Whether the seller allows a checkout to lead to this URL. */
export function isAllowedSuccessUrl(
  successUrl: string,
  { allowedSuccessOrigins }: DeveloperSettings,
): boolean {
  const url = URL.parse(successUrl);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === "" &&
    url.password === "" &&
    allowedSuccessOrigins.includes(url.origin)
  );
}

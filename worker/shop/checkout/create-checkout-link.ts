import { identifyActor, type Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { newId } from "../../lib/ids.ts";
import { DAY } from "../../lib/time.ts";
import { findPriceForSale } from "../../catalog/find-price.ts";
import { resolveSeats } from "../../catalog/seats.ts";
import { insertCheckoutLink, type CheckoutLinkRow } from "../../purchases/checkout/store-links.ts";
import {
  readDeveloperSettings,
  type DeveloperSettings,
} from "../../settings/developer-settings.ts";

const LIFETIME_MS = 7 * DAY;
const MAX_LIFETIME_MS = 90 * DAY;

/**
 * A purchase that another program prepares. `userId` is the only user who may use it, `email` is suggested at the
 * sign-in, and `successUrl` is where the buyer goes after the payment. `expiresAt` in unix milliseconds.
 */
export type NewCheckoutLink = {
  priceId: string;
  quantity?: number | undefined;
  userId?: string | undefined;
  email?: string | undefined;
  successUrl?: string | undefined;
  metadata?: Record<string, string> | undefined;
  expiresAt?: number | undefined;
};

/**
 * Creates a link to a checkout. Every rule of buying is checked again when the buyer opens it.
 * @throws `price_unavailable`; `invalid_input` for a quantity that the price does not allow, a success URL of an origin
 *   that the seller did not allow, or an expiry that is past or too late
 */
export async function createCheckoutLink(
  ctx: Ctx,
  input: NewCheckoutLink,
): Promise<CheckoutLinkRow> {
  const [{ price, product }, settings] = await Promise.all([
    findPriceForSale(ctx, input),
    readDeveloperSettings(ctx),
  ]);
  const { successUrl, expiresAt = ctx.now + LIFETIME_MS } = input;
  if (successUrl !== undefined && !isAllowedSuccessUrl(successUrl, settings))
    throw refuse("successUrl", "Its origin must be allowed in the console, under Developers");
  if (expiresAt <= ctx.now || expiresAt > ctx.now + MAX_LIFETIME_MS)
    throw refuse("expiresAt", "Choose a time within the next 90 days");
  const link: CheckoutLinkRow = {
    id: newId("lnc", ctx.now),
    mode: ctx.config.stripe.mode,
    productId: product.id,
    priceId: price.id,
    quantity: resolveSeats(price, input.quantity),
    userId: input.userId ?? null,
    email: input.email ?? null,
    successUrl: successUrl ?? null,
    metadata: input.metadata ?? {},
    checkoutId: null,
    createdBy: identifyActor(ctx).id,
    createdAt: ctx.now,
    expiresAt,
  };
  await commit(ctx.db, [insertCheckoutLink(ctx.db, link)]);
  return link;
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

function refuse(path: string, message: string) {
  return fail("invalid_input", { fields: [{ path, message }] });
}

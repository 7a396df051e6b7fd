import type { Ctx, UserCtx } from "../context.ts";
import { commit } from "../db/client.ts";
import { requirePriceForSale } from "../catalog/require-price.ts";
import { AppError, fail } from "../errors.ts";
import {
  findCheckoutLink,
  setLinkOfCheckout,
  type CheckoutLinkRow,
} from "../purchases/checkout/store-links.ts";
import { requireAddedPrices } from "./added-prices.ts";
import { listNewBeside } from "./list-new-beside.ts";
import { openCheckout } from "./open-checkout.ts";
import { toPricedProduct, type PricedProduct } from "./priced-product.ts";

/** What a checkout link shows to every visitor who has it. */
export type ShownCheckoutLink = {
  state: "open" | "complete" | "expired";
  priceId: string;
  /** Seats, for a price per seat. */
  quantity: number;
  /** What an open link sells; null for a closed one, and for a price that is not for sale any more. */
  purchase: (PricedProduct & { productId: string; added: PricedProduct[] }) | null;
};

/** Returns what a checkout link is for. @throws `not_found` */
export async function showCheckoutLink(
  ctx: Ctx,
  input: { id: string },
): Promise<ShownCheckoutLink> {
  const { link, state } = await readLink(ctx, input.id);
  const { priceId, quantity } = link;
  return {
    state,
    priceId,
    quantity,
    purchase: state === "open" ? await findSold(ctx, link) : null,
  };
}

async function findSold(
  ctx: Ctx,
  { priceId, addedPrices }: CheckoutLinkRow,
): Promise<ShownCheckoutLink["purchase"]> {
  try {
    const found = await requirePriceForSale(ctx, { priceId });
    const added = await listNewBeside(ctx, await requireAddedPrices(ctx, found, { addedPrices }));
    return { ...(await toPricedProduct(ctx, found)), productId: found.product.id, added };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Returns the email that a link suggests to the identity provider; null for an unknown or closed link. */
export async function findLoginHint(ctx: Ctx, input: { id: string }): Promise<string | null> {
  const found = await findCheckoutLink(ctx.db, input.id, ctx.config.stripe.mode);
  return found && toState(ctx, found) === "open" ? found.link.email : null;
}

/**
 * Opens the checkout of a link for the signed-in user. Several users may open a link without a user of its own: each
 * keeps their checkout, and the link belongs to whoever pays.
 * @returns our checkout's id and the URL of the payment page
 * @throws `not_found`; `checkout_not_yours` if it is for another user; `checkout_paid`, `checkout_expired`; and as
 *   `openCheckout`
 */
export async function openCheckoutLink(
  ctx: UserCtx,
  input: { id: string },
): Promise<{ id: string; url: string }> {
  const { link, state } = await readLink(ctx, input.id);
  if (link.userId !== null && link.userId !== ctx.actor.userId) throw fail("checkout_not_yours");
  if (state === "complete") throw fail("checkout_paid");
  if (state === "expired") throw fail("checkout_expired");
  const { priceId, quantity, addedPrices } = link;
  const checkout = await openCheckout(ctx, { priceId, quantity, addedPrices });
  await commit(ctx.db, [setLinkOfCheckout(ctx.db, { id: checkout.id, linkId: link.id })]);
  return checkout;
}

async function readLink(
  ctx: Ctx,
  id: string,
): Promise<{ link: CheckoutLinkRow; state: ShownCheckoutLink["state"] }> {
  const found = await findCheckoutLink(ctx.db, id, ctx.config.stripe.mode);
  if (!found) throw fail("not_found", { reason: "no such checkout link" });
  return { link: found.link, state: toState(ctx, found) };
}

function toState(
  { now }: Ctx,
  { link, isPaid }: { link: CheckoutLinkRow; isPaid: 0 | 1 },
): ShownCheckoutLink["state"] {
  if (isPaid) return "complete";
  return link.expiresAt <= now ? "expired" : "open";
}

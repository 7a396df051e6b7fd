import { z } from "zod";
import { requirePriceForSale } from "../catalog/require-price.ts";
import type { Ctx } from "../context.ts";
import { AppError } from "../errors.ts";
import { showCheckoutLink } from "./open-checkout-link.ts";
import { requirePermanentOffer } from "./open-permanent-link.ts";
import { toPricedProduct, type PricedProduct } from "./priced-product.ts";
import { readLinkCode } from "./referral.ts";

/**
 * Returns what the user wants to buy, if that is why they sign in. A checkout link says itself what it is for: a
 * crafted path cannot show another price than will be paid.
 * @param input.returnPath where they go after the sign-in: a product's page, `/buy`, a permanent link, or a checkout
 *   link
 */
export async function findIntendedPurchase(
  ctx: Ctx,
  input: { returnPath: string },
): Promise<(PricedProduct & { quantity: number }) | null> {
  try {
    const wanted = await readWanted(ctx, input.returnPath);
    if (!wanted) return null;
    const found = await requirePriceForSale(ctx, { priceId: wanted.priceId });
    return { ...(await toPricedProduct(ctx, found)), quantity: wanted.quantity };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function readWanted(
  ctx: Ctx,
  returnPath: string,
): Promise<{ priceId: string; quantity: number } | null> {
  const { pathname, searchParams } = new URL(returnPath, ctx.config.origin);
  const linkId = /^\/checkout\/(?!return$)([^/]+)$/.exec(pathname)?.[1];
  if (linkId !== undefined) {
    const link = await showCheckoutLink(ctx, { id: linkId });
    return link.state === "open" ? link : null;
  }
  const code = readLinkCode(pathname);
  if (code !== undefined) return (await requirePermanentOffer(ctx, { code })).link;
  const name = pathname === "/buy" ? "price" : pathname.startsWith("/p/") ? "buy" : null;
  const priceId = name && searchParams.get(name);
  const seats = z.coerce.number().int().positive().safeParse(searchParams.get("seats"));
  return priceId === null ? null : { priceId, quantity: seats.success ? seats.data : 1 };
}

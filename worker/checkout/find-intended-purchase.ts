import { z } from "zod";
import { toPublicPrice, type PublicPrice } from "../catalog/public-price.ts";
import { requirePriceForSale, type PriceWithProduct } from "../catalog/require-price.ts";
import type { Ctx } from "../context.ts";
import { AppError } from "../errors.ts";
import { readTaxDisplay } from "../settings/tax-settings.ts";
import { showCheckoutLink } from "./open-checkout-link.ts";

/** A product as pages show what is about to be bought. */
export type IntendedProduct = { slug: string; name: string; image: string | null };

/** A price as the storefront shows it, and its product. */
export type PricedProduct = { product: IntendedProduct; price: PublicPrice };

/**
 * Returns what the user wants to buy, if that is why they sign in. A checkout link says itself what it is for: a
 * crafted path cannot show another price than will be paid.
 * @param input.returnPath where they go after the sign-in: a product's page, `/buy`, or a checkout link
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
  const name = pathname === "/buy" ? "price" : pathname.startsWith("/p/") ? "buy" : null;
  const priceId = name && searchParams.get(name);
  const seats = z.coerce.number().int().positive().safeParse(searchParams.get("seats"));
  return priceId === null ? null : { priceId, quantity: seats.success ? seats.data : 1 };
}

/** Returns a price as the storefront shows it, with its product. */
export async function toPricedProduct(ctx: Ctx, found: PriceWithProduct): Promise<PricedProduct> {
  return {
    product: toIntendedProduct(found),
    price: toPublicPrice(found.price, await readTaxDisplay(ctx)),
  };
}

export function toIntendedProduct({ product: { slug, name, image } }: PriceWithProduct) {
  return { slug, name, image };
}

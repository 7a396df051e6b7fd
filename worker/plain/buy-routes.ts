import { Hono, type Context } from "hono";
import { z } from "zod";
import {
  requirePrice,
  requirePriceForSale,
  type PriceWithProduct,
} from "../catalog/require-price.ts";
import { MAX_SEATS } from "../catalog/seats.ts";
import { isUserCtx, type AppEnv, type Ctx } from "../context.ts";
import { listLibraryItems } from "../delivery/library/list-library-items.ts";
import type { ErrorCode } from "../errors.ts";
import { validate } from "../http/validate.ts";
import { toIntendedProduct, toPricedProduct } from "../checkout/priced-product.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import { showOffer, type Offer } from "../checkout/show-offer.ts";
import { answerPlainPage } from "./answer-plain-page.ts";
import type { PlainContent, PlainError, Purchase } from "../render/plain-content.ts";
import { toConfirmPath, toResumePath, toSignInPath } from "../render/plain-paths.ts";

const seats = z.coerce.number().int().min(1).max(MAX_SEATS).optional();
/**
 * The fields of a product's form. Its number of seats counts only for a price per seat. `terms`: the user has seen what
 * they pay without the free trial, which the product's page offers to all visitors.
 */
const buyForm = z.object({
  price: z.string().min(1).max(64),
  seats,
  terms: z.literal("seen").optional(),
});
const confirmQuery = z.object({ price: z.string().max(64).default(""), seats });

/** `/buy`: a purchase without scripts, or before the page's script has run. */
export const buyRoutes = new Hono<AppEnv>()
  .get("/buy", validate("query", confirmQuery), async (c) => {
    const { price: priceId, seats } = c.req.valid("query");
    if (priceId === "") return c.redirect("/", 303);
    const { ctx } = c.var;
    const found = await requirePriceForSale(ctx, { priceId });
    const purchase = toPurchase(found, seats);
    if (!isUserCtx(ctx))
      return c.redirect(toSignInPath(toResumePath(found.product, purchase)), 303);
    const { userId } = ctx.actor;
    const offer = await showOffer(ctx, { userId, productId: found.product.id });
    const content =
      offer.state === "available"
        ? {
            kind: "confirmPurchase" as const,
            ...(await toPricedProduct(ctx, found)),
            quantity: purchase.quantity,
            trialAvailable: offer.trialAvailable,
          }
        : await describeCannotBuy(ctx, { userId, state: offer.state, found, offer });
    return answerPlainPage(c, { content });
  })
  .post("/buy", validate("form", buyForm), async (c) => {
    const { price: priceId, seats, terms } = c.req.valid("form");
    const { ctx } = c.var;
    const found = await requirePriceForSale(ctx, { priceId });
    const purchase = toPurchase(found, seats);
    if (!isUserCtx(ctx))
      return c.redirect(toSignInPath(toResumePath(found.product, purchase)), 303);
    if (found.price.trialDays > 0 && terms === undefined) {
      const { userId } = ctx.actor;
      const offer = await showOffer(ctx, { userId, productId: found.product.id });
      if (!offer.trialAvailable) return c.redirect(toConfirmPath(purchase), 303);
    }
    const { url } = await openCheckout(ctx, purchase);
    return answerPlainPage(c, { content: { kind: "leaving", to: "payment", url } });
  });

/** Errors after which the same purchase may work a little later. */
const transientCodes: ErrorCode[] = [
  "checkout_busy",
  "internal",
  "rate_limited",
  "stripe_unavailable",
  "too_many_checkouts",
  "trial_used",
  "unavailable",
];

const cannotBuyStates: Partial<Record<ErrorCode, Exclude<Offer["state"], "available">>> = {
  already_owned: "owned",
  payment_processing: "processing",
  subscription_suspended: "suspended",
};

/** Describes the page for a purchase that failed. */
export async function describeBuyError(
  c: Context<AppEnv>,
  error: PlainError,
): Promise<PlainContent> {
  const { ctx } = c.var;
  const fields =
    c.req.method === "POST" ? await c.req.parseBody().catch(() => ({})) : c.req.query();
  const wanted = buyForm.safeParse(fields).data;
  // The database may be what failed.
  const found = wanted && (await requirePrice(ctx, { priceId: wanted.price }).catch(() => null));
  if (!wanted || !found) return { kind: "failure", error, retry: null, product: null };
  const state = cannotBuyStates[error.code];
  if (state && isUserCtx(ctx)) {
    const { userId } = ctx.actor;
    const offer = await showOffer(ctx, { userId, productId: found.product.id });
    return describeCannotBuy(ctx, { userId, state, found, offer });
  }
  return {
    kind: "failure",
    error,
    retry: transientCodes.includes(error.code) ? toPurchase(found, wanted.seats) : null,
    product: toIntendedProduct(found),
  };
}

async function describeCannotBuy(
  ctx: Ctx,
  input: {
    userId: string;
    state: Exclude<Offer["state"], "available">;
    found: PriceWithProduct;
    offer: Offer;
  },
): Promise<PlainContent> {
  const { userId, state, found, offer } = input;
  const items = await listLibraryItems(ctx, { userId });
  const other = items.find(({ id }) => id === offer.entryId)?.product;
  const { product } = await toPricedProduct(ctx, found);
  return {
    kind: "cannotBuy",
    product,
    state,
    entryId: offer.entryId,
    otherProductName: other && other.id !== found.product.id ? other.name : undefined,
  };
}

function toPurchase({ price }: PriceWithProduct, seats: number | undefined): Purchase {
  return { priceId: price.id, ...(price.model === "per_seat" && { quantity: seats ?? 1 }) };
}

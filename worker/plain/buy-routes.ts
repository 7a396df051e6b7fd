import { Hono, type Context } from "hono";
import { z } from "zod";
import {
  requirePrice,
  requirePriceForSale,
  type PriceWithProduct,
} from "../catalog/require-price.ts";
import { MAX_ADD_ONS } from "../shared/add-ons.ts";
import { MAX_SEATS } from "../catalog/seats.ts";
import { isUserCtx, type AppEnv, type Ctx, type UserCtx } from "../context.ts";
import { listLibraryItems } from "../delivery/library/list-library-items.ts";
import { AppError, type ErrorCode } from "../errors.ts";
import { openCheckoutAsGuest, openLinkAsGuest } from "../guests/open-as-guest.ts";
import { openInBrowser } from "../http/guest-cookie.ts";
import { idSchema } from "../lib/id-schema.ts";
import { keepOpener } from "../http/opener.ts";
import { validate } from "../http/validate.ts";
import { toIntendedProduct, toPricedProduct } from "../checkout/priced-product.ts";
import { canPayFirst } from "../checkout/can-pay-first.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import {
  countLinkView,
  findPermanentOffer,
  openPermanentLink,
  requirePermanentOffer,
  toLinkUpgrade,
  type PermanentOffer,
} from "../checkout/open-permanent-link.ts";
import { readLinkCode, readReferral, toLinkPath } from "../checkout/referral.ts";
import type { LinkDiscount } from "../db/schema/permanent-links.ts";
import { cleanEmail } from "../identity/sign-in/claims.ts";
import { requireAddedPrices } from "../checkout/added-prices.ts";
import { listNewBeside } from "../checkout/list-new-beside.ts";
import { showOffer, type Offer } from "../checkout/show-offer.ts";
import { answerPlainPage } from "./answer-plain-page.ts";
import type { PlainContent, PlainError, Purchase } from "../render/plain-content.ts";
import { toConfirmPath, toResumePath, toSignInPath } from "../render/plain-paths.ts";

const seats = z.coerce.number().int().min(1).max(MAX_SEATS).optional();
/** Add-ons, by their products: a checkbox each, or with commas in a URL. */
const addOnIds = z
  .union([z.string().max(1000), z.array(z.string().max(64)).max(MAX_ADD_ONS)])
  .optional()
  .transform((value) => (typeof value === "string" ? value.split(",") : (value ?? [])))
  .pipe(z.array(z.string()).max(MAX_ADD_ONS));
/**
 * The fields of a product's form. Its number of seats counts only for a price per seat. `terms`: the user has seen what
 * they pay without the free trial, which the product's page offers to all visitors. `upgrade`: the order that it upgrades.
 */
const buyForm = z.object({
  price: z.string().min(1).max(64),
  seats,
  with: addOnIds,
  terms: z.literal("seen").optional(),
  upgrade: idSchema("ord").optional(),
});
const linkForm = buyForm.pick({ upgrade: true });
const codeParam = z.object({ code: z.string().regex(/^\w{1,40}$/) });
const confirmQuery = z.object({ price: z.string().max(64).default(""), seats, with: addOnIds });

/** `/buy`: a purchase without scripts, or before the page's script has run. `/buy/<code>`: a permanent link. */
export const buyRoutes = new Hono<AppEnv>()
  .get("/buy", validate("query", confirmQuery), async (c) => {
    const { price: priceId, seats, with: addOnIds } = c.req.valid("query");
    if (priceId === "") return c.redirect("/", 303);
    const { ctx } = c.var;
    const found = await requirePriceForSale(ctx, { priceId });
    const purchase = toPurchase(found, seats, addOnIds);
    if (!isUserCtx(ctx))
      return c.redirect(toSignInPath(toResumePath(found.product, purchase)), 303);
    return answerPlainPage(c, {
      content: await describePurchase(ctx, found, purchase),
      path: toConfirmPath(purchase),
    });
  })
  .get("/buy/:code", validate("param", codeParam), async (c) => {
    const { ctx } = c.var;
    const { code } = c.req.valid("param");
    const query = c.req.query();
    const referral = readReferral(query);
    const [found] = await Promise.all([
      requirePermanentOffer(ctx, { code }),
      query["opener"] === undefined ? null : keepOpener(c, query["opener"]),
    ]);
    const { id, quantity, discount } = found.link;
    if (query[RETURNED] === undefined)
      ctx.defer(countLinkView(ctx, { id, agent: c.req.header("user-agent") }));
    const linkPath = toLinkPath(code, referral);
    const signInPath = toSignInPath(toReturnPath(linkPath), cleanEmail(query["email"]));
    const purchase = { ...toPurchase(found, quantity), linkPath, discount };
    if (isUserCtx(ctx)) {
      const content = await describePurchase(ctx, found, purchase);
      return answerPlainPage(c, { content, path: linkPath });
    }
    // Without the link's code: robots open this page, and Stripe is asked about a code only when somebody buys.
    const { price } = found;
    if (!(await canPayFirst(ctx, { price }))) return c.redirect(signInPath, 303);
    const content = await askToConfirm(ctx, found, purchase, {
      trialAvailable: true,
      upgrade: null,
    });
    return answerPlainPage(c, { content: { ...content, signInPath }, path: linkPath });
  })
  .post("/buy/:code", validate("param", codeParam), validate("form", linkForm), async (c) => {
    const { ctx } = c.var;
    const { code } = c.req.valid("param");
    const { upgrade: upgradeOf } = c.req.valid("form");
    const referral = readReferral(c.req.query());
    const returnPath = toReturnPath(toLinkPath(code, referral));
    const isUser = isUserCtx(ctx);
    const opened = isUser
      ? await openLinkAsUser(ctx, { code, referral, upgradeOf })
      : await orNobody(
          openInBrowser(c, (guestId) => openLinkAsGuest(ctx, { code, referral, guestId })),
        );
    if (!opened) return c.redirect(isUser ? returnPath : toSignInPath(returnPath), 303);
    const { url } = opened;
    return answerPlainPage(c, { content: { kind: "leaving", to: "payment", url } });
  })
  .post("/buy", validate("form", buyForm), async (c) => {
    const { price: priceId, seats, terms, with: addOnIds, upgrade } = c.req.valid("form");
    const { ctx } = c.var;
    const found = await requirePriceForSale(ctx, { priceId });
    const purchase = toPurchase(found, seats, addOnIds);
    if (!isUserCtx(ctx)) {
      if (upgrade !== undefined) return c.redirect(toSignInPath(toConfirmPath(purchase)), 303);
      const opened = await orNobody(
        openInBrowser(c, (guestId) => openCheckoutAsGuest(ctx, { ...purchase, guestId })),
      );
      return opened
        ? answerPlainPage(c, { content: { kind: "leaving", to: "payment", url: opened.url } })
        : c.redirect(toSignInPath(toResumePath(found.product, purchase)), 303);
    }
    if (terms === undefined) {
      const { userId } = ctx.actor;
      const offer = await showOffer(ctx, { userId, productId: found.product.id });
      const hasOtherTerms =
        (found.price.trialDays > 0 && !offer.trialAvailable) || offer.upgrade !== null;
      if (hasOtherTerms) return c.redirect(toConfirmPath(purchase), 303);
    }
    const opened = await orUpgraded(
      openCheckout(ctx, { ...purchase, upgradeOf: upgrade }),
      upgrade,
    );
    // The page says what has become of it.
    if (!opened) return c.redirect(toConfirmPath(purchase), 303);
    return answerPlainPage(c, { content: { kind: "leaving", to: "payment", url: opened.url } });
  });

/** Returns null if the page is outdated: nobody pays more for what they get at the difference to what they have. */
async function openLinkAsUser(
  ctx: UserCtx,
  input: { code: string; referral: string | null; upgradeOf: string | undefined },
) {
  const { code, upgradeOf } = input;
  if (upgradeOf === undefined) {
    const { offer } = await findPermanentOffer(ctx, { code });
    const { userId } = ctx.actor;
    const { upgrade } = await showOffer(ctx, { userId, productId: offer.product.id });
    if (toLinkUpgrade(offer.link, upgrade)) return null;
  }
  return orUpgraded(openPermanentLink(ctx, input), upgradeOf);
}

/** Returns null if the visitor has to sign in for it. */
async function orNobody<Opened>(opening: Promise<Opened>): Promise<Opened | null> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") return null;
    throw error;
  }
}

/** Returns null if the order can't be upgraded any more, for example because it was in another tab. */
async function orUpgraded<Opened>(
  opening: Promise<Opened>,
  upgradeOf: string | undefined,
): Promise<Opened | null> {
  try {
    return await opening;
  } catch (error) {
    const isGone = error instanceof AppError && error.code === "not_found";
    if (isGone && upgradeOf !== undefined) return null;
    throw error;
  }
}

/** What is sold, by a permanent link or not. */
type MaybeLinked = PriceWithProduct & Partial<Pick<PermanentOffer, "link">>;

type AnyPurchase = Purchase & { discount?: LinkDiscount | null };

/** Shows what is about to be bought, with the button that leads to the payment. */
async function askToConfirm(
  ctx: Ctx,
  found: MaybeLinked,
  { quantity, addOnIds = [], linkPath, discount }: AnyPurchase,
  { trialAvailable, upgrade }: Pick<Offer, "trialAvailable" | "upgrade">,
) {
  const { link } = found;
  const added = await requireAddedPrices(ctx, found, link ?? { addOnIds });
  return {
    kind: "confirmPurchase" as const,
    ...(await toPricedProduct(ctx, found)),
    quantity,
    addOnIds,
    added: await listNewBeside(ctx, added),
    trialAvailable,
    // A link sells what it names.
    upgrade: link ? toLinkUpgrade(link, upgrade) : upgrade,
    ...(linkPath !== undefined && { linkPath, discount: discount ?? null }),
  };
}

/** Asks the user to confirm a purchase, or says why they cannot make it. */
async function describePurchase(
  ctx: UserCtx,
  found: MaybeLinked,
  purchase: AnyPurchase,
): Promise<PlainContent> {
  const { userId } = ctx.actor;
  const offer = await showOffer(ctx, { userId, productId: found.product.id });
  const { state } = offer;
  const { linkPath } = purchase;
  if (state !== "available")
    return describeCannotBuy(ctx, { userId, state, found, offer, linkPath });
  return askToConfirm(ctx, found, purchase, offer);
}

/** The parameter of the way back from signing in, so that one visit is counted once. */
const RETURNED = "back";

const toReturnPath = (linkPath: string) =>
  `${linkPath}${linkPath.includes("?") ? "&" : "?"}${RETURNED}=1`;

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
  const linkCode = readLinkCode(c.req.path);
  if (linkCode !== undefined) return describeLinkError(c, linkCode, error);
  const fields =
    c.req.method === "POST"
      ? await c.req.parseBody({ all: true }).catch(() => ({}))
      : c.req.query();
  const wanted = buyForm.safeParse(fields).data;
  // The database may be what failed.
  const found = wanted && (await requirePrice(ctx, { priceId: wanted.price }).catch(() => null));
  if (!wanted || !found) return { kind: "failure", error, retry: null, product: null };
  const purchase = toPurchase(found, wanted.seats, wanted.with);
  return describeFailure(ctx, error, found, { ...purchase, upgradeOf: wanted.upgrade });
}

/** Describes the page for a purchase with a permanent link that failed, or that the link does not sell. */
async function describeLinkError(
  c: Context<AppEnv>,
  code: string,
  error: PlainError,
): Promise<PlainContent> {
  const { ctx } = c.var;
  const found = await findPermanentOffer(ctx, { code }).catch(() => null);
  if (!found) return { kind: "failure", error, retry: null, product: null };
  const { offer } = found;
  const linkPath = toLinkPath(code, readReferral(c.req.query()));
  const purchase = { ...toPurchase(offer, offer.link.quantity), linkPath };
  return describeFailure(ctx, error, offer, purchase);
}

async function describeFailure(
  ctx: Ctx,
  error: PlainError,
  found: MaybeLinked,
  purchase: Purchase,
): Promise<PlainContent> {
  const state = cannotBuyStates[error.code];
  if (state && isUserCtx(ctx)) {
    const { userId } = ctx.actor;
    const offer = await showOffer(ctx, { userId, productId: found.product.id });
    return describeCannotBuy(ctx, { userId, state, found, offer, linkPath: purchase.linkPath });
  }
  return {
    kind: "failure",
    error,
    retry: transientCodes.includes(error.code) ? purchase : null,
    // The page of a product that is not for sale would say only that it is not there.
    product: found.product.status === "published" ? toIntendedProduct(found) : null,
  };
}

async function describeCannotBuy(
  ctx: Ctx,
  input: {
    userId: string;
    state: Exclude<Offer["state"], "available">;
    found: MaybeLinked;
    offer: Offer;
    linkPath: string | undefined;
  },
): Promise<PlainContent> {
  const { userId, state, found, offer, linkPath } = input;
  const ofLink = found.link ? toLinkUpgrade(found.link, offer.upgrade) : null;
  const items = await listLibraryItems(ctx, { userId });
  const other = items.find(({ id }) => id === offer.entryId)?.product;
  const { product } = await toPricedProduct(ctx, found);
  return {
    kind: "cannotBuy",
    product,
    state,
    entryId: offer.entryId,
    otherProductName: other && other.id !== found.product.id ? other.name : undefined,
    // What the link doesn't sell, the product's page does.
    upgrade: ofLink ?? offer.upgrade,
    ...(ofLink && linkPath !== undefined && { linkPath }),
  };
}

function toPurchase(
  { price }: PriceWithProduct,
  seats: number | undefined,
  addOnIds: string[] = [],
): Purchase {
  return {
    priceId: price.id,
    ...(price.model === "per_seat" && { quantity: seats ?? 1 }),
    ...(addOnIds.length > 0 && { addOnIds }),
  };
}

import { requirePrice, type PriceWithProduct } from "../catalog/require-price.ts";
import { isUserCtx, type Ctx, type UserCtx } from "../context.ts";
import { fail, type ErrorCode } from "../errors.ts";
import { commit } from "../db/client.ts";
import {
  addView,
  findPermanentLink,
  type FoundLink,
} from "../purchases/checkout/store-permanent-links.ts";
import { hasOpenCheckoutOfLink } from "../purchases/checkout/store.ts";
import type { Upgrade } from "../purchases/orders/list-upgrades.ts";
import { requireAddedPrices } from "./added-prices.ts";
import { openCheckout } from "./open-checkout.ts";
import { toLinkState, type LinkState } from "./show-permanent-links.ts";

const errorOf: Record<Exclude<LinkState, "active">, ErrorCode> = {
  inactive: "permanent_link_inactive",
  expired: "checkout_expired",
  used_up: "permanent_link_used_up",
  unavailable: "price_unavailable",
};

/** What a permanent link sells. `added`: beside its price. */
export type PermanentOffer = PriceWithProduct &
  Pick<FoundLink, "link"> & { added: PriceWithProduct[] };

/** Returns what a link sells, in any state. @throws `not_found`, `price_unavailable` */
export async function findPermanentOffer(ctx: Ctx, { code }: { code: string }) {
  const found = await findPermanentLink(ctx.db, ctx.config.stripe.mode, "code", code);
  if (!found) throw fail("not_found", { reason: "no such permanent link" });
  return { found, offer: { ...(await requirePrice(ctx, found.link)), link: found.link } };
}

/**
 * Returns what a link sells now.
 * @throws `not_found`, `permanent_link_inactive`, `checkout_expired`, `permanent_link_used_up`, `price_unavailable`
 */
export async function requirePermanentOffer(
  ctx: Ctx,
  input: { code: string },
): Promise<PermanentOffer> {
  const { found, offer } = await findPermanentOffer(ctx, input);
  const state = toLinkState(ctx, found);
  // A buyer whose own checkout has the last place comes back to it.
  const isOpen =
    state === "active" ||
    (state === "used_up" && isUserCtx(ctx) && (await hasPlace(ctx, offer.link.id)));
  if (!isOpen) throw fail(errorOf[state as keyof typeof errorOf]);
  return { ...offer, added: await requireAddedPrices(ctx, offer, offer.link) };
}

const hasPlace = ({ db, actor }: UserCtx, linkId: string) =>
  hasOpenCheckoutOfLink(db, { userId: actor.userId, linkId });

/**
 * Returns how the user gets what a link sells at the difference to a smaller product, as on the product's page; null if
 * they can't. Stripe takes one discount and takes it off everything, so a link with a code or more prices has none.
 * @param upgrade to the link's product, as `showOffer` says
 */
export const toLinkUpgrade = (
  { priceId, addedPrices, quantity, promotionCodeId }: FoundLink["link"],
  upgrade: Upgrade | null,
): Upgrade | null =>
  upgrade?.priceId === priceId && quantity === 1 && addedPrices === null && promotionCodeId === null
    ? upgrade
    : null;

/**
 * Opens the checkout of a link for the signed-in user, or returns the one that is open.
 * @param input.referral from `readReferral`
 * @param input.upgradeOf the order of a smaller product that it upgrades, at the difference
 * @returns our checkout's id and the URL of the payment page
 * @throws as `requirePermanentOffer` and `openCheckout`
 */
export async function openPermanentLink(
  ctx: UserCtx,
  {
    code,
    referral,
    upgradeOf,
  }: { code: string; referral: string | null; upgradeOf?: string | undefined },
): Promise<{ id: string; url: string }> {
  const { link } = await requirePermanentOffer(ctx, { code });
  const { id, priceId, addedPrices, quantity, promotionCodeId, maxPurchases } = link;
  return openCheckout(ctx, {
    priceId,
    addedPrices,
    quantity,
    upgradeOf,
    link: { id, promotionCodeId, maxPurchases, referral },
  });
}

/** Programs that follow links: search engines, and those that show a preview of a link. */
const robots =
  /bot\b|bot[/;)]|crawl|spider|slurp|preview|externalhit|embedly|scanner|monitor|curl|wget|python|headless/i;

/**
 * Counts a visit to a link. Visits of the team are not counted, nor those of programs that say what they are.
 * @param input.agent the browser's `User-Agent`
 */
export async function countLinkView(
  ctx: Ctx,
  { id, agent }: { id: string; agent: string | undefined },
): Promise<void> {
  const isTeam = ctx.actor.type === "user" && ctx.actor.role !== "buyer";
  if (isTeam || agent === undefined || robots.test(agent)) return;
  // oxlint-disable-next-line gatehouse/record-change -- a visit changes nothing
  await commit(ctx.db, [addView(ctx.db, id)]);
}

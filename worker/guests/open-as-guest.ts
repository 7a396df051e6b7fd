import { requirePriceForSale } from "../catalog/require-price.ts";
import { canPayFirst } from "../checkout/can-pay-first.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import { openPermanentLink, requirePermanentOffer } from "../checkout/open-permanent-link.ts";
import type { Ctx, UserCtx } from "../context.ts";
import { commit } from "../db/client.ts";
import { fail } from "../errors.ts";
import { countUnpaidGuests, findActiveGuest, insertGuest } from "../identity/store-guests.ts";
import { newId } from "../lib/ids.ts";
import { MINUTE } from "../lib/time.ts";
import { isLocale } from "../shared/locales.ts";
import { asGuest } from "./guest-ctx.ts";

/** Guests of the whole shop who have not paid. With more, visitors sign in first: each costs requests to Stripe. */
const MAX_UNPAID = 200;
const WINDOW_MS = 10 * MINUTE;

/** A checkout of a guest. */
export type GuestCheckout = { guestId: string; id: string; url: string };

/** `guestId`: the guest that this browser has been so far; null for none. */
type Opening<Input> = Input & { guestId: string | null };

/**
 * Opens a checkout for a visitor, as `openCheckout` does for a user.
 * @throws as `openCheckout`; `unauthenticated` if this has to be bought with an account
 */
export async function openCheckoutAsGuest(
  ctx: Ctx,
  { guestId, ...wanted }: Opening<Parameters<typeof openCheckout>[1]>,
): Promise<GuestCheckout> {
  const sold = await requirePriceForSale(ctx, wanted);
  if (!(await canPayFirst(ctx, sold))) throw fail("unauthenticated");
  const guest = await enterAsGuest(ctx, guestId);
  return { guestId: guest.actor.userId, ...(await openCheckout(guest, wanted)) };
}

/** Does the same with a permanent link. @throws as `openPermanentLink`; `unauthenticated` as above */
export async function openLinkAsGuest(
  ctx: Ctx,
  { guestId, ...opened }: Opening<Parameters<typeof openPermanentLink>[1]>,
): Promise<GuestCheckout> {
  // As the guest, who may have the link's last place.
  const offer = await requirePermanentOffer(guestId === null ? ctx : asGuest(ctx, guestId), opened);
  if (!(await canPayFirst(ctx, offer))) throw fail("unauthenticated");
  const guest = await enterAsGuest(ctx, guestId);
  return { guestId: guest.actor.userId, ...(await openPermanentLink(guest, opened)) };
}

/** @throws `unauthenticated` while too many guests have not paid */
async function enterAsGuest(ctx: Ctx, guestId: string | null): Promise<UserCtx> {
  if (guestId !== null && (await findActiveGuest(ctx.db, guestId))) return asGuest(ctx, guestId);
  const unpaid = await countUnpaidGuests(ctx.db, { since: ctx.now - WINDOW_MS, limit: MAX_UNPAID });
  if (unpaid >= MAX_UNPAID) throw fail("unauthenticated", { reason: "too many unpaid guests" });
  const id = newId("usr", ctx.now);
  const locale = isLocale(ctx.locale) ? ctx.locale : null;
  // oxlint-disable-next-line gatehouse/record-change -- nobody yet: the first payment is recorded
  await commit(ctx.db, [insertGuest(ctx.db, { id, locale, now: ctx.now })]);
  return asGuest(ctx, id);
}

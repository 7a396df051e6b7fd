import { assertOffered, findSeatDomain, isOfferEnded } from "../access/store-seat-domains.ts";
import { findPool, findSeatOfUser } from "../access/store-seats.ts";
import type { UserCtx } from "../context.ts";
import { fail } from "../errors.ts";
import { takeFreeSeat } from "../gifts/take-seat.ts";
import { toDomainOfEmail } from "../lib/email-domain.ts";
import { DAY } from "../lib/time.ts";
import { PROOF_LIFETIME_MS, proveDomain } from "./seat-domains.ts";

/** Whoever has left an organization can't sign in with its address any more, but may have a session of before. */
const SIGN_IN_LIFETIME_MS = DAY;

/**
 * Takes a free seat of a purchase that gives them to everybody with an email of a domain. The address is the one that the
 * provider vouched for when the user signed in, not one of the account (decision 134). Doing it again returns the same
 * seat.
 * @returns the seat's id, which is also its library entry's id
 * @throws `not_found` if the purchase gives none to the user's domain; `sign_in_again` after a day; `seat_offer_ended` if
 *   the record is gone, or the user's last seat was taken back; `dns_unavailable`; as `takeFreeSeat`
 */
export async function takeSeatByDomain(
  ctx: UserCtx,
  input: { id: string },
): Promise<{ id: string }> {
  const { userId, verifiedEmail, signedInAt = 0 } = ctx.actor;
  const domain = verifiedEmail ? toDomainOfEmail(verifiedEmail) : null;
  const [pool, row, own] = await Promise.all([
    findPool(ctx.db, { id: input.id, now: ctx.now }),
    domain === null ? undefined : findSeatDomain(ctx.db, { poolId: input.id, domain }),
    findSeatOfUser(ctx.db, input.id, userId),
  ]);
  if (own) return { id: own.id };
  if (domain === null || !row || pool?.mode !== ctx.config.stripe.mode)
    throw fail("not_found", { reason: "no seats for this domain" });
  if (ctx.now - signedInAt > SIGN_IN_LIFETIME_MS) throw fail("sign_in_again");
  const isOld = ctx.now - (row.checkedAt ?? 0) > PROOF_LIFETIME_MS;
  const isProven = row.answer === "found" && (!isOld || (await proveDomain(ctx, row)));
  if (!isProven) throw fail("seat_offer_ended", { reason: "the domain is not proven" });
  return takeFreeSeat(ctx, {
    pool,
    seatDomain: domain,
    permission: assertOffered({ poolId: pool.id, domain, userId }),
    toRefusal: (error) => (isOfferEnded(error) ? fail("seat_offer_ended", { cause: error }) : null),
  });
}

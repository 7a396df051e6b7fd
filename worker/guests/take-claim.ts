import { findClaimBySecretHash } from "../claims/store.ts";
import type { UserCtx } from "../context.ts";
import { claimGift } from "../gifts/claim-gift.ts";
import { sha256Hex } from "../lib/crypto.ts";
import { takePurchases, type Taken } from "./take-purchases.ts";

/**
 * Takes what a secret link gives, for the signed-in user: a gift, a seat, or what somebody bought without signing in.
 * @throws as `claimGift` and `takePurchases`
 */
export async function takeClaim(ctx: UserCtx, input: { secret: string }): Promise<Taken> {
  const hash = sha256Hex(input.secret);
  const claim = await findClaimBySecretHash(ctx.db, hash, ctx.config.stripe.mode);
  if (claim && claim.guestId !== null) return takePurchases(ctx, { guestId: claim.guestId });
  const { id } = await claimGift(ctx, input);
  return { entryId: id, ownedTwice: [] };
}

import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { parseDuration, type Duration } from "../../lib/duration.ts";
import { sha256Hex } from "../../lib/crypto.ts";
import { requireProductSummary } from "../../catalog/map-product-summaries.ts";
import { countUsed, findPool, findPoolByLink } from "../../access/store-seats.ts";
import { findNameAndEmail } from "../../identity/store-profile.ts";
import { findClaimBySecretHash, type ClaimRow } from "../../claims/store.ts";

/**
 * What a secret link gives, for every visitor who has it. `endsAt` is when the access will end, null if never, and
 * `expiresAt` is the last time to accept it, both in unix milliseconds.
 */
export type GiftLink = {
  /** A gift, or what its owner paid for without signing in. */
  kind: "gift" | "purchase";
  state: "open" | "claimed" | "revoked" | "expired";
  product: { slug: string; name: string; tagline: string; image: string | null };
  quantity: number;
  /** Who bought it, empty if they don't say; null if the team gives it. */
  giverName: string | null;
  /** What the giver says. */
  message: string;
  endsAt: number | null;
  /** How long the access lasts once it is accepted; null if `endsAt` says its end. */
  lasts: Duration | null;
  expiresAt: number;
  /** A seat of what another customer has bought, who sees who takes it. */
  isSeat: boolean;
};

/** Returns what a secret link gives. @throws `not_found` for an unknown link */
export async function showGiftLink(ctx: Ctx, input: { secret: string }): Promise<GiftLink> {
  const hash = sha256Hex(input.secret);
  const claim = await findClaimBySecretHash(ctx.db, hash, ctx.config.stripe.mode);
  if (!claim) return showSeatLink(ctx, hash);
  const { slug, name, tagline, image } = await requireProductSummary(ctx, { id: claim.productId });
  return {
    kind: claim.guestId === null ? "gift" : "purchase",
    state: stateOf(claim, ctx.now),
    product: { slug, name, tagline, image },
    quantity: claim.quantity,
    giverName: claim.giverName,
    message: claim.message,
    endsAt: claim.giftEndsAt,
    lasts: claim.giftDuration === null ? null : parseDuration(claim.giftDuration),
    expiresAt: claim.expiresAt,
    isSeat: claim.seatOf !== null,
  };
}

/** Does the same with the link of many seats. `claimed`: none is left. */
async function showSeatLink(ctx: Ctx, hash: string): Promise<GiftLink> {
  const found = await findPoolByLink(ctx.db, hash, ctx.config.stripe.mode);
  const pool = found && (await findPool(ctx.db, { id: found.id, now: ctx.now }));
  if (!pool) throw fail("not_found", { reason: "no such gift link" });
  const [{ slug, name, tagline, image }, buyer] = await Promise.all([
    requireProductSummary(ctx, { id: pool.productId }),
    findNameAndEmail(ctx.db, pool.userId),
  ]);
  const expiresAt = pool.linkExpiresAt ?? 0;
  const isUsedUp = pool.linkUsed >= pool.linkLimit || countUsed(pool) >= pool.quantity;
  return {
    kind: "gift",
    state: expiresAt <= ctx.now ? "expired" : isUsedUp ? "claimed" : "open",
    product: { slug, name, tagline, image },
    quantity: 1,
    giverName: buyer?.name ?? "",
    message: "",
    endsAt: null,
    lasts: null,
    expiresAt,
    isSeat: true,
  };
}

function stateOf(claim: ClaimRow, now: number): GiftLink["state"] {
  if (claim.claimedAt !== null) return "claimed";
  if (claim.revokedAt !== null) return "revoked";
  return claim.expiresAt <= now ? "expired" : "open";
}

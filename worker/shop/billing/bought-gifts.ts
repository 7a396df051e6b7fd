import { listClaimsOfBuyer, type ClaimRow } from "../../claims/store.ts";
import { findLinkSecret } from "../../claims/link-secret.ts";
import type { Ctx } from "../../context.ts";
import { parseDuration, type Duration } from "../../lib/duration.ts";
import { pick } from "../../lib/pick.ts";
import type { OrderRow } from "../../purchases/orders/store.ts";

const claimFields = [
  "id",
  "recipientName",
  "message",
  "email",
  "sendAt",
  "emailSentAt",
  "emailProblem",
  "claimedAt",
  "expiresAt",
] as const;

/**
 * A gift for somebody else, as its buyer sees it. Times in unix milliseconds. `url` is its link while it can be claimed;
 * null also if the shop can't show it any more, because its secret was replaced.
 */
export type BoughtGift = Pick<ClaimRow, (typeof claimFields)[number]> & {
  state: "waiting" | "claimed" | "ended" | "expired";
  isEmailDue: boolean;
  /** Whether its email waits for its day. */
  isScheduled: boolean;
  /** How long it lasts once it is accepted; null if it does not end. */
  lasts: Duration | null;
  /** Whether the shop can email it. */
  canEmail: boolean;
  url: string | null;
};

/** Maps the gifts that orders paid for by their id. Reads nothing if none of the orders is a gift. */
export async function mapBoughtGifts(
  ctx: Ctx,
  input: { userId: string; orders: Pick<OrderRow, "giftId" | "status">[] },
): Promise<ReadonlyMap<string, BoughtGift>> {
  const given = input.orders.filter(({ giftId }) => giftId !== null);
  if (given.length === 0) return new Map();
  const refunded = new Set(
    given.flatMap(({ giftId, status }) => (status === "refunded" ? giftId! : [])),
  );
  const claims = await listClaimsOfBuyer(ctx.db, input.userId, ctx.config.stripe.mode);
  return new Map(
    claims.map((claim) => {
      const state = stateOf(claim, { isRefunded: refunded.has(claim.id), now: ctx.now });
      const secret = state === "waiting" ? findLinkSecret(ctx, claim) : null;
      return [
        claim.id,
        {
          ...pick(claim, claimFields),
          state,
          lasts: claim.giftDuration === null ? null : parseDuration(claim.giftDuration),
          isEmailDue: claim.emailDueAt !== null,
          isScheduled: claim.emailDueAt !== null && (claim.sendAt ?? 0) > ctx.now,
          canEmail: ctx.config.auth.emailSender !== undefined,
          url: secret === null ? null : `${ctx.config.origin}/claim#${secret}`,
        },
      ];
    }),
  );
}

function stateOf(
  claim: ClaimRow,
  { isRefunded, now }: { isRefunded: boolean; now: number },
): BoughtGift["state"] {
  if (isRefunded || claim.revokedAt !== null) return "ended";
  if (claim.claimedAt !== null) return "claimed";
  return claim.expiresAt <= now ? "expired" : "waiting";
}

import { accessFromGift } from "../../access/policy.ts";
import { findGift, setGiftRestored } from "../../access/store.ts";
import { recordChange } from "../../audit/record-change.ts";
import {
  assertUnclaimed,
  findClaim,
  insertClaim,
  markClaimRevoked,
  restoreClaim,
} from "../../claims/store.ts";
import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import type { CheckoutGift } from "../../db/schema/billing.ts";
import { toGrantSource } from "../../delivery/grants/gift-sources.ts";
import { rewriteGrants } from "../../delivery/grants/rewrite-grants.ts";
import { GIFT_KINDS, recordEvents } from "../../feed/record-events.ts";
import { parseDuration } from "../../lib/duration.ts";
import { markCustomerStale } from "../../purchases/customer-figures/store.ts";
import type { MetadataIds } from "../../stripe/metadata.ts";
import { clearGift, findCheckout } from "../../purchases/checkout/store.ts";
import { paidStatuses } from "../../purchases/orders/paid-statuses.ts";
import type { OrderRow } from "../../purchases/orders/store.ts";
import { makeLinkSecret } from "../../claims/link-secret.ts";
import { sha256Hex } from "../../lib/crypto.ts";
import { DAY } from "../../lib/time.ts";
import { prepareGiftEnd } from "./prepare-gift-end.ts";

/** How long a bought gift can be claimed. */
const LIFETIME_MS = 365 * DAY;

/** Whether the money is gone for good: an open dispute may still be won. */
const isTakenBack = ({ status, disputeStatus }: OrderRow) =>
  status === "refunded" || (status === "disputed" && disputeStatus === "lost");

/**
 * Returns the writes that make the gifts of paid orders, and end those of orders whose money went back: for whoever has
 * them, or before anybody does. If the money comes back, because a bank refused the refund or a lost dispute is won after
 * all, the gift is there again. Reads nothing unless an order is a gift.
 * @param metadataOf what the metadata of a Stripe session says
 */
export async function mirrorBoughtGifts(
  ctx: Ctx,
  input: {
    before: OrderRow[];
    rows: OrderRow[];
    metadataOf: (stripeSessionId: string) => MetadataIds;
  },
): Promise<Statement[]> {
  const given = input.rows.filter(({ giftId }) => giftId !== null);
  const wasPaid = new Set(
    input.before.flatMap(({ id, status }) => (paidStatuses.has(status) ? [id] : [])),
  );
  const changes = given.map((order) => {
    if (isTakenBack(order)) return endGift(ctx, order);
    if (wasPaid.has(order.id) || !paidStatuses.has(order.status)) return [];
    const was = input.before.find(({ id }) => id === order.id);
    if (was && isTakenBack(was)) return restoreGift(ctx, was);
    return makeGift(ctx, order, input.metadataOf(order.stripeSessionId));
  });
  return (await Promise.all(changes)).flat();
}

/** Of a checkout whose row is lost. */
const unknownGift: CheckoutGift = {
  email: null,
  sendAt: null,
  giverName: "",
  recipientName: "",
  message: "",
};

/** Makes the gift that an order paid for, unless there is one. */
async function makeGift(
  ctx: Ctx,
  order: OrderRow,
  { checkoutId, gift }: MetadataIds,
): Promise<Statement[]> {
  const id = order.giftId!;
  const { userId, productId, quantity, mode } = order;
  const paidAt = order.paidAt ?? order.createdAt;
  const expiresAt = paidAt + LIFETIME_MS;
  const [claim, checkout] = await Promise.all([
    findClaim(ctx.db, id, mode),
    checkoutId === undefined ? undefined : findCheckout(ctx.db, { id: checkoutId, userId }),
  ]);
  if (claim || expiresAt <= ctx.now) return [];
  const { email, sendAt, giverName, recipientName, message } = checkout?.gift ?? unknownGift;
  const isEmailed = email !== null && Boolean(ctx.config.auth.emailSender);
  return [
    insertClaim(ctx.db, {
      id,
      mode,
      secretHash: sha256Hex(makeLinkSecret(ctx, { id, email })),
      email,
      productId,
      quantity,
      note: "",
      givenBy: userId,
      giftDuration: gift !== undefined && parseDuration(gift) ? gift : null,
      expiresAt,
      createdAt: paidAt,
      message,
      buyerId: userId,
      giverName,
      recipientName,
      sendAt,
      locale: order.locale,
      emailDueAt: isEmailed ? Math.max(sendAt ?? 0, ctx.now) : null,
      emailCount: isEmailed ? 1 : 0,
      emailAskedAt: isEmailed ? ctx.now : null,
    }),
    ...(checkout?.gift ? [clearGift(ctx.db, checkout.id)] : []),
    recordChange(ctx, {
      action: "gift.bought",
      targetId: id,
      after: { orderId: order.id, productId, quantity, expiresAt },
    }),
    ...recordEvents(ctx, { claimId: id }),
  ];
}

/** Gives back what `endGift` ended, unless the team had revoked it before. @param was the order until now */
async function restoreGift(ctx: Ctx, was: OrderRow): Promise<Statement[]> {
  const id = was.giftId!;
  const [claim, gift] = await Promise.all([
    findClaim(ctx.db, id, was.mode),
    findGift(ctx.db, id, was.mode),
  ]);
  const takenBackAt = was.refundedAt ?? was.disputedAt ?? 0;
  const isOurs = (endedAt: number | null) => endedAt !== null && endedAt >= takenBackAt;
  const recorded = recordChange(ctx, { action: "gift.restored", targetId: id });
  if (gift) {
    if (!isOurs(gift.endedAt)) return [];
    const { userId } = gift;
    const source = toGrantSource({ ...gift, endedAt: null }, ctx.now);
    return [
      setGiftRestored(ctx.db, id),
      ...(await rewriteGrants(ctx, { userId, sources: [source] })),
      markCustomerStale(userId),
      recorded,
      ...recordEvents(ctx, { userId, kinds: GIFT_KINDS }),
    ];
  }
  if (!claim || claim.claimedAt !== null || !isOurs(claim.revokedAt)) return [];
  return [restoreClaim(ctx.db, id), recorded, ...recordEvents(ctx, { claimId: id })];
}

/** Ends the gift of an order, whether somebody has it or not. */
async function endGift(ctx: Ctx, { giftId, mode }: OrderRow): Promise<Statement[]> {
  const id = giftId!;
  const [claim, gift] = await Promise.all([
    findClaim(ctx.db, id, mode),
    findGift(ctx.db, id, mode),
  ]);
  if (gift) {
    if (!accessFromGift(gift, ctx.now).active) return [];
    return (await prepareGiftEnd(ctx, gift)).statements;
  }
  if (!claim || claim.claimedAt !== null || claim.revokedAt !== null) return [];
  return [
    // Otherwise whoever claims it at this moment would keep it.
    assertUnclaimed(id),
    markClaimRevoked(ctx.db, id, ctx.now),
    recordChange(ctx, {
      action: "gift.ended",
      targetId: id,
      before: { productId: claim.productId, endsAt: claim.giftEndsAt },
    }),
    ...recordEvents(ctx, { claimId: id }),
  ];
}

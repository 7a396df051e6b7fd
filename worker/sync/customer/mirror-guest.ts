import { toGuestClaimId, GUEST_CLAIM_LIFETIME_MS } from "../../claims/guest-claim.ts";
import { makeLinkSecret } from "../../claims/link-secret.ts";
import { findClaimOfGuest, insertClaim } from "../../claims/store.ts";
import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { recordChange } from "../../audit/record-change.ts";
import { findActiveGuest, setGuestContact } from "../../identity/store-guests.ts";
import { sha256Hex } from "../../lib/crypto.ts";
import { DAY, fromStripeTime } from "../../lib/time.ts";
import { emailSettings } from "../../settings/email-settings.ts";
import { fromMetadata } from "../../stripe/metadata.ts";
import type { PaidSession } from "../mirror/mirror-orders.ts";

const MAX_NAME = 120;

/**
 * Returns the writes that follow from the first payment of a guest: who they are, and the claim by which an account
 * takes what they bought. Reads nothing for a customer who never bought without signing in.
 */
export async function mirrorGuest(
  ctx: Ctx,
  input: { userId: string; sessions: PaidSession["session"][] },
): Promise<Statement[]> {
  const paid = input.sessions
    .filter(({ metadata, payment_status: status }) => {
      return fromMetadata(metadata).guest !== undefined && status !== "unpaid";
    })
    .toSorted((a, b) => a.created - b.created)[0];
  if (!paid) return [];
  const { userId: guestId } = input;
  const [guest, known] = await Promise.all([
    findActiveGuest(ctx.db, guestId),
    findClaimOfGuest(ctx.db, guestId),
  ]);
  if (!guest || known) return [];
  const { productId = "" } = fromMetadata(paid.metadata);
  const details = paid.customer_details;
  const email = (guest.email ?? details?.email)?.toLowerCase() ?? null;
  const paidAt = fromStripeTime(paid.created) ?? ctx.now;
  const id = toGuestClaimId(guestId);
  const isEmailed = email !== null && Boolean(ctx.config.auth.emailSender);
  // The email about the purchase has the link, too.
  const { purchase: isPurchaseEmailed } = await emailSettings.read(ctx);
  const name = details?.name?.slice(0, MAX_NAME) ?? null;
  return [
    ...(email === null || guest.email !== null
      ? []
      : [setGuestContact(ctx.db, { id: guestId, name, email, now: ctx.now })]),
    insertClaim(ctx.db, {
      id,
      mode: ctx.config.stripe.mode,
      guestId,
      secretHash: sha256Hex(makeLinkSecret(ctx, { id, email })),
      email,
      productId,
      note: "",
      givenBy: guestId,
      expiresAt: paidAt + GUEST_CLAIM_LIFETIME_MS,
      createdAt: paidAt,
      locale: guest.locale,
      emailDueAt: isEmailed
        ? isPurchaseEmailed
          ? Math.max(paidAt + DAY, ctx.now)
          : ctx.now
        : null,
      emailCount: isEmailed ? 1 : 0,
      emailAskedAt: isEmailed ? ctx.now : null,
    }),
    recordChange(ctx, { action: "purchase.made", targetId: guestId, after: { productId } }),
  ];
}

import { recordChangeIfApplied } from "../audit/record-change.ts";
import { findLinkSecret, makeLinkSecret } from "../claims/link-secret.ts";
import { askForEmail, findClaimOfGuest, type ClaimRow } from "../claims/store.ts";
import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { fail, failAt } from "../errors.ts";
import { recordEvents } from "../feed/record-events.ts";
import { deferGiftEmail } from "../gifts/email-gift.ts";
import { sha256Hex } from "../lib/crypto.ts";
import { setGuestEmail } from "../identity/store-guests.ts";
import { logFailure } from "../lib/log.ts";
import { HOUR, SECOND } from "../lib/time.ts";
import { idempotencyKey } from "../stripe/idempotency.ts";
import { listStripeCustomersOfUser } from "../sync/customer/store.ts";
import { asGuest } from "./guest-ctx.ts";
import { maskEmail } from "./mask-email.ts";

/** Emails with the link of one guest: in all, and how long the address is left alone. */
const MAX_EMAILS = 10;
const PAUSE_MS = HOUR;

/** What the console shows of a guest. `emailSentAt` in unix milliseconds; null if no reminder was sent. */
export type GuestState = Pick<ClaimRow, "email" | "emailSentAt" | "emailProblem"> & {
  isEmailDue: boolean;
  canEmail: boolean;
};

/** Returns how a guest is told of their purchases; null once they have signed in, or before they have paid. */
export async function showGuest(
  ctx: Ctx,
  { id, isGuest, status }: { id: string; isGuest: boolean; status: string },
): Promise<GuestState | null> {
  if (!isGuest || status !== "active") return null;
  const claim = await findClaimOfGuest(ctx.db, id);
  if (!claim) return null;
  const { email, emailSentAt, emailProblem } = claim;
  const canEmail = Boolean(ctx.config.auth.emailSender);
  const isEmailDue = claim.emailDueAt !== null && claim.emailDueAt <= ctx.now;
  return { email, emailSentAt, emailProblem, isEmailDue, canEmail };
}

/**
 * Emails the link to a guest's purchases again, or to another address, because the one that paid was mistyped. The
 * earlier link ends then, and further emails go to the new address.
 * @param input.email in lower case; left out for the address that the shop knows
 * @throws `not_found` if there is no such guest, or the shop sends no email; `invalid_input` without an address, and for
 *   one that takes no emails; `purchase_taken`; `rate_limited`
 */
export async function emailGuest(
  ctx: Ctx,
  input: { userId: string; email?: string | undefined },
): Promise<void> {
  const { userId } = input;
  const claim = await findClaimOfGuest(ctx.db, userId);
  if (!claim || !ctx.config.auth.emailSender)
    throw fail("not_found", { reason: "no email of such a guest" });
  if (claim.claimedAt !== null) throw fail("purchase_taken");
  const email = input.email ?? claim.email;
  if (email === null) throw failAt("email", "Enter an email address.");
  const { id, emailProblem } = claim;
  const isOtherAddress = email !== claim.email;
  if (!isOtherAddress && (emailProblem === "bounced" || emailProblem === "complained"))
    throw failAt("email", "This address takes no emails from the shop. Enter another one.");
  const next = { ...claim, email };
  const secret = findLinkSecret(ctx, next) ?? makeLinkSecret(ctx, next);
  const [asked] = await commit(ctx.db, [
    askForEmail(ctx.db, {
      id,
      email,
      secretHash: sha256Hex(secret),
      now: ctx.now,
      dueAt: ctx.now,
      limit: { inAll: MAX_EMAILS, sameAddressSince: ctx.now - PAUSE_MS },
    }),
    // The address is left out: audit entries are kept, and it is personal.
    recordChangeIfApplied(ctx, {
      action: "purchase.emailed",
      targetId: userId,
      ...(isOtherAddress && { after: { isOtherAddress } }),
    }),
    ...(isOtherAddress
      ? [
          setGuestEmail(ctx.db, { id: userId, claimId: id, now: ctx.now }),
          ...recordEvents(ctx, { userId }),
        ]
      : []),
  ]);
  if (!asked?.meta.changes) throw fail("rate_limited", { retryAfterSeconds: PAUSE_MS / SECOND });
  deferGiftEmail(ctx, id);
  if (isOtherAddress) ctx.defer(updateStripe(ctx, userId, email));
}

/** Stripe's own receipts and invoices go to the new address, too. */
async function updateStripe(ctx: Ctx, userId: string, email: string): Promise<void> {
  const customers = await listStripeCustomersOfUser(ctx.db, userId, ctx.config.stripe.mode);
  for (const { id, stripeCustomerId } of customers)
    if (stripeCustomerId !== null)
      await ctx.stripe.customers
        .update(stripeCustomerId, { email }, await idempotencyKey("guest-email", id, { email }))
        .catch((error: unknown) =>
          logFailure(ctx, "guest.stripe_not_told", error, { user: userId }),
        );
}

/**
 * Does the same from the browser that paid, for whoever mistyped their address there.
 * @param input.guestId the guest of this browser; null for none
 * @returns the address, masked
 * @throws as `emailGuest`
 */
export async function correctGuestEmail(
  ctx: Ctx,
  { guestId, email }: { guestId: string | null; email: string },
): Promise<{ email: string }> {
  if (guestId === null) throw fail("not_found", { reason: "no guest of this browser" });
  await emailGuest(asGuest(ctx, guestId), { userId: guestId, email });
  return { email: maskEmail(email) };
}

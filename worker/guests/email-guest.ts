import { recordChangeIfApplied } from "../audit/record-change.ts";
import { findLinkSecret, makeLinkSecret } from "../claims/link-secret.ts";
import { askForEmail, findClaimOfGuest, type ClaimRow } from "../claims/store.ts";
import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { fail, failAt } from "../errors.ts";
import { deferGiftEmail } from "../gifts/email-gift.ts";
import { sha256Hex } from "../lib/crypto.ts";
import { HOUR, SECOND } from "../lib/time.ts";

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
  const canEmail = email !== null && Boolean(ctx.config.auth.emailSender);
  const isEmailDue = claim.emailDueAt !== null && claim.emailDueAt <= ctx.now;
  return { email, emailSentAt, emailProblem, isEmailDue, canEmail };
}

/**
 * Emails the link to a guest's purchases again, to the address that paid.
 * @throws `not_found` if there is no such guest, or the shop sends no email; `purchase_taken`; `rate_limited`
 */
export async function emailGuest(ctx: Ctx, { userId }: { userId: string }): Promise<void> {
  const claim = await findClaimOfGuest(ctx.db, userId);
  if (!claim || claim.email === null || !ctx.config.auth.emailSender)
    throw fail("not_found", { reason: "no email of such a guest" });
  if (claim.claimedAt !== null) throw fail("purchase_taken");
  const { id, email, emailProblem } = claim;
  if (emailProblem === "bounced" || emailProblem === "complained")
    throw failAt("email", "This address takes no emails from the shop.");
  const secret = findLinkSecret(ctx, claim) ?? makeLinkSecret(ctx, claim);
  const [asked] = await commit(ctx.db, [
    askForEmail(ctx.db, {
      id,
      email,
      secretHash: sha256Hex(secret),
      now: ctx.now,
      dueAt: ctx.now,
      limit: { inAll: MAX_EMAILS, sameAddressSince: ctx.now - PAUSE_MS },
    }),
    recordChangeIfApplied(ctx, { action: "purchase.emailed", targetId: userId }),
  ]);
  if (!asked?.meta.changes) throw fail("rate_limited", { retryAfterSeconds: PAUSE_MS / SECOND });
  deferGiftEmail(ctx, id);
}

import { askForEmail, findClaim } from "../claims/store.ts";
import type { Ctx, UserCtx } from "../context.ts";
import { commit } from "../db/client.ts";
import { fail, failAt } from "../errors.ts";
import { recordChangeIfApplied } from "../audit/record-change.ts";
import { recordEvents } from "../feed/record-events.ts";
import { findActiveUserByEmail } from "../identity/team/store.ts";
import { sha256Hex } from "../lib/crypto.ts";
import { HOUR, SECOND } from "../lib/time.ts";
import { assertOpen, claimWaitingGifts } from "./claim-gift.ts";
import { managesSeats } from "./open-pool.ts";
import { findLinkSecret, makeLinkSecret } from "../claims/link-secret.ts";

/** Emails about one gift: in all, and how long the same address is left alone. */
const MAX_EMAILS = 10;
const PAUSE_MS = HOUR;

/**
 * Emails a waiting gift again, or to another address, whose link replaces the earlier one. If the other address is a
 * user's, they have the gift at once, unless somebody bought it for them: then they accept it.
 * @param input.email in lower case; left out for the address that the gift is for
 * @throws `not_found` for an unknown gift, one for an identity, and if the shop sends no email; `gift_claimed`,
 *   `gift_expired`, `gift_revoked`; `invalid_input` without an address; `rate_limited`
 */
export async function emailGift(
  ctx: Ctx,
  input: { id: string; email?: string | undefined },
): Promise<void> {
  const { id } = input;
  const { mode } = ctx.config.stripe;
  const claim = await findClaim(ctx.db, id, mode);
  if (!claim || claim.issuer !== null || !ctx.config.auth.emailSender)
    throw fail("not_found", { reason: "no email of such a gift" });
  assertOpen(claim, ctx.now);
  const email = input.email ?? claim.email;
  if (email === null) throw failAt("email", "Enter an email address.");
  const isUnwanted = claim.emailProblem === "bounced" || claim.emailProblem === "complained";
  if (isUnwanted && email === claim.email)
    throw failAt("email", "This address takes no emails from the shop. Enter another one.");
  const next = { ...claim, email };
  const secret = findLinkSecret(ctx, next) ?? makeLinkSecret(ctx, next);
  const dueAt = Math.max(ctx.now, claim.sendAt ?? 0);
  const limit = { inAll: MAX_EMAILS, sameAddressSince: ctx.now - PAUSE_MS };
  const [asked] = await commit(ctx.db, [
    askForEmail(ctx.db, { id, email, secretHash: sha256Hex(secret), now: ctx.now, dueAt, limit }),
    // The address is left out: audit entries are kept, and it is personal.
    recordChangeIfApplied(ctx, {
      action: "gift.emailed",
      targetId: id,
      after: { isOtherAddress: email !== claim.email },
    }),
    ...recordEvents(ctx, { claimId: id }),
  ]);
  if (!asked?.meta.changes) {
    const current = await findClaim(ctx.db, id, mode);
    if (current) assertOpen(current, ctx.now);
    throw fail("rate_limited", { retryAfterSeconds: PAUSE_MS / SECOND });
  }
  // What somebody bought is accepted by whoever it is for.
  const isGivenAtOnce = email !== claim.email && claim.buyerId === null;
  const user = isGivenAtOnce ? await findActiveUserByEmail(ctx.db, email) : undefined;
  if (user) await claimWaitingGifts(ctx, { userId: user.id, email: null });
  else deferGiftEmail(ctx, id);
}

/**
 * Does the same with a gift that the user has bought, or an invitation to a seat that they manage, unless it makes another
 * manager. @throws `not_found` for any other; as `emailGift`
 */
export async function emailBoughtGift(
  ctx: UserCtx,
  input: { id: string; email?: string | undefined },
): Promise<void> {
  const claim = await findClaim(ctx.db, input.id, ctx.config.stripe.mode);
  const { userId } = ctx.actor;
  const id = claim?.managesSeats === false ? claim.seatOf : null;
  const isTheirs =
    claim?.buyerId === userId || (id !== null && (await managesSeats(ctx, { id, userId })));
  if (!isTheirs) throw fail("not_found", { reason: "not their gift" });
  await emailGift(ctx, input);
}

/** Sends the email about a gift after the answer. Few requests need the code, so it is loaded then. */
export function deferGiftEmail(ctx: Ctx, id: string): void {
  ctx.defer(
    import("./send-gift-emails.ts").then(({ sendGiftEmail }) => sendGiftEmail(ctx, { id })),
  );
}

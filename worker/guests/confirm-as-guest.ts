import { confirmCheckout, type Confirmation } from "../checkout/confirm-checkout.ts";
import { findClaimOfGuest } from "../claims/store.ts";
import type { Ctx } from "../context.ts";
import { fail } from "../errors.ts";
import { findActiveGuest } from "../identity/store-guests.ts";
import { asGuest } from "./guest-ctx.ts";
import { maskEmail } from "./mask-email.ts";

/** What the page after the payment says to a guest. `email`: where the link went, masked; null if it goes nowhere. */
export type GuestConfirmation = Confirmation & { guest: { email: string | null } };

/**
 * Confirms the checkout of a guest. What was bought is not shown: it goes to whoever signs in.
 * @throws as `confirmCheckout`; `purchase_taken` if an account has it; `unauthenticated` for a guest who never paid
 */
export async function confirmAsGuest(
  ctx: Ctx,
  { id, guestId }: { id: string; guestId: string },
): Promise<GuestConfirmation> {
  if (!(await findActiveGuest(ctx.db, guestId))) {
    const claimed = await findClaimOfGuest(ctx.db, guestId);
    throw fail(claimed ? "purchase_taken" : "unauthenticated");
  }
  const confirmation = await confirmCheckout(asGuest(ctx, guestId), { id });
  const claim = await findClaimOfGuest(ctx.db, guestId);
  const isEmailed = Boolean(ctx.config.auth.emailSender) && claim?.email;
  return {
    ...confirmation,
    entry: null,
    others: [],
    // They sign in here first: a program elsewhere would know nothing of them.
    successUrl: null,
    guest: { email: isEmailed ? maskEmail(claim.email ?? "") : null },
  };
}

import { confirmCheckout } from "../checkout/confirm-checkout.ts";
import { isUserCtx, type Ctx } from "../context.ts";
import { AppError, fail } from "../errors.ts";
import { confirmAsGuest, type GuestConfirmation } from "./confirm-as-guest.ts";
import { takePurchases } from "./take-purchases.ts";

/** `guest` is null for a signed-in user, and `ownedTwice` as in `Taken`. */
export type AnyConfirmation = Omit<GuestConfirmation, "guest"> & {
  guest: GuestConfirmation["guest"] | null;
  ownedTwice: string[];
};

/**
 * Confirms a checkout for whoever has the browser: the signed-in user, or the guest. If the user paid as that guest
 * before signing in, they take it first.
 * @param input.guestId the guest of this browser; null for none
 * @throws as `confirmCheckout` and `takePurchases`; `unauthenticated` for neither
 */
export async function confirmInBrowser(
  ctx: Ctx,
  { id, guestId }: { id: string; guestId: string | null },
): Promise<AnyConfirmation> {
  if (!isUserCtx(ctx)) {
    if (guestId === null) throw fail("unauthenticated");
    return { ...(await confirmAsGuest(ctx, { id, guestId })), ownedTwice: [] };
  }
  try {
    return { ...(await confirmCheckout(ctx, { id })), guest: null, ownedTwice: [] };
  } catch (error) {
    const isOfAnother = error instanceof AppError && error.code === "not_found";
    if (!isOfAnother || guestId === null) throw error;
    const { ownedTwice } = await takePurchases(ctx, { guestId });
    return { ...(await confirmCheckout(ctx, { id })), guest: null, ownedTwice };
  }
}

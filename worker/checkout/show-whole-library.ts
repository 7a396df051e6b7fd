import type { UserCtx } from "../context.ts";
import { showLibrary } from "../delivery/library/show-library.ts";
import { listSeatOffers } from "../delivery/library/list-seat-offers.ts";
import { listUnpaidCheckouts } from "./list-unpaid-checkouts.ts";

/**
 * Returns everything that the user has or had access to, the purchases that they began and have not paid, and the free
 * seats that their organization has for them.
 */
export async function showWholeLibrary(ctx: UserCtx) {
  const [entries, unpaid, seatOffers] = await Promise.all([
    showLibrary(ctx, ctx.actor),
    listUnpaidCheckouts(ctx, ctx.actor),
    listSeatOffers(ctx),
  ]);
  return { entries, unpaid, seatOffers };
}

import { joinAccounts, settlePurchases } from "../account/join-accounts.ts";
import { recordChange } from "../audit/record-change.ts";
import { findClaimOfGuest, markClaimed } from "../claims/store.ts";
import type { UserCtx } from "../context.ts";
import { listLibraryItems, type LibraryItem } from "../delivery/library/list-library-items.ts";
import { AppError, fail } from "../errors.ts";
import { hasPurchases } from "../purchases/store-any.ts";
import { assertActiveGuest, assertActiveUser, findActiveGuest } from "../identity/store-guests.ts";

/**
 * What came into the account. `entryId`: of the library, of the first purchase that gives access; null for none.
 * `ownedTwice`: the names of products that the account had already.
 */
export type Taken = { entryId: string | null; ownedTwice: string[] };

/** A sync of the guest's customer may run at the same moment, for the webhook of the payment. */
const ATTEMPTS = 5;
const PAUSE_MS = 700;

/**
 * Takes what a guest bought into the account of the user who is signed in: purchases, keys and the Stripe customer. The
 * caller must know the guest's secret; an email is none. Of several users at the same time, one succeeds. Taking it
 * again does nothing.
 * @throws `purchase_taken` if another account has it; `not_found` if nothing was bought; `customer_busy`,
 *   `stripe_unavailable`: nothing was taken then
 */
export async function takePurchases(
  ctx: UserCtx,
  { guestId }: { guestId: string },
): Promise<Taken> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await takeOnce(ctx, guestId);
    } catch (error) {
      const isBusy = error instanceof AppError && error.code === "customer_busy";
      if (!isBusy || attempt === ATTEMPTS) throw error;
      await ctx.wait(PAUSE_MS);
    }
  }
}

async function takeOnce(ctx: UserCtx, guestId: string): Promise<Taken> {
  const { userId } = ctx.actor;
  if (!(await findActiveGuest(ctx.db, guestId))) return explainTaken(ctx, guestId);
  await settlePurchases(ctx, [guestId]);
  // The sync makes it with the first payment. A bank may not have answered about one yet.
  const claim = await findClaimOfGuest(ctx.db, guestId);
  if (!claim && !(await hasPurchases(ctx.db, guestId)))
    throw fail("not_found", { reason: "the guest has bought nothing" });
  const [bought, owned] = await Promise.all([
    listLibraryItems(ctx, { userId: guestId }),
    listLibraryItems(ctx, { userId }),
  ]);
  try {
    await joinAccounts(
      ctx,
      { fromId: guestId, intoId: userId },
      {
        assertions: [
          assertActiveGuest(guestId),
          assertActiveUser(userId),
          ...(claim ? [markClaimed(ctx.db, { id: claim.id, userId, now: ctx.now })] : []),
        ],
        changes: [
          recordChange(ctx, {
            action: "purchase.claimed",
            targetId: guestId,
            after: { userId },
          }),
        ],
      },
    );
  } catch (error) {
    if (error instanceof AppError || (await findActiveGuest(ctx.db, guestId))) throw error;
    return explainTaken(ctx, guestId);
  }
  return describeTaken(bought, owned);
}

/** @throws `purchase_taken`, `not_found` */
async function explainTaken(ctx: UserCtx, guestId: string): Promise<Taken> {
  const claim = await findClaimOfGuest(ctx.db, guestId);
  if (!claim) throw fail("not_found", { reason: "no such guest" });
  if (claim.claimedBy !== ctx.actor.userId) throw fail("purchase_taken");
  return { entryId: null, ownedTwice: [] };
}

const isActive = ({ access, isGiven }: LibraryItem) => access.active && isGiven !== true;
const groupOf = ({ product }: LibraryItem) => product.planGroup ?? product.id;

function describeTaken(bought: LibraryItem[], owned: LibraryItem[]): Taken {
  const taken = bought.filter(isActive);
  const had = new Set(owned.filter(isActive).map(groupOf));
  const twice = taken.filter((item) => had.has(groupOf(item))).map(({ product }) => product.name);
  return { entryId: taken[0]?.id ?? null, ownedTwice: [...new Set(twice)] };
}

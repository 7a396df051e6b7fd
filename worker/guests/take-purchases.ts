import { joinAccounts, settlePurchases } from "../account/join-accounts.ts";
import { recordChange } from "../audit/record-change.ts";
import { findClaimOfGuest, markClaimed } from "../claims/store.ts";
import type { UserCtx } from "../context.ts";
import { listLibraryItems, type LibraryItem } from "../delivery/library/list-library-items.ts";
import { AppError, fail } from "../errors.ts";
import { markDuplicateOrder } from "../purchases/orders/store.ts";
import { hasPurchases } from "../purchases/store-any.ts";
import { markDuplicateSubscription } from "../purchases/subscriptions/store.ts";
import { assertActiveGuest, assertActiveUser, findActiveGuest } from "../identity/store-guests.ts";

/**
 * What came into the account. `entryId`: of the library, of the first purchase that gives access; null for none.
 * `ownedTwice`: the names of products that the account had already, and whose second purchase is not refunded by itself.
 */
export type Taken = { entryId: string | null; ownedTwice: string[] };

/** A sync of the guest's customer may run at the same moment, for the webhook of the payment. */
const ATTEMPTS = 5;
const PAUSE_MS = 700;

/**
 * Takes what a guest bought into the account of the user who is signed in: purchases, keys and the Stripe customer. The
 * caller must know the guest's secret; an email is none. Of several users at the same time, one succeeds. Taking it
 * again does nothing. What the account has bought already, and what goes on, is marked as a second payment: the sync
 * cancels and refunds it.
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
  const secondPayments = findSecondPayments(bought, owned);
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
          ...secondPayments.map(({ bought: { source, sourceId }, firstId }) =>
            source === "order"
              ? markDuplicateOrder(ctx.db, sourceId, firstId)
              : markDuplicateSubscription(ctx.db, sourceId, firstId),
          ),
          recordChange(ctx, {
            action: "purchase.claimed",
            targetId: guestId,
            after: {
              userId,
              ...(secondPayments.length > 0 && {
                secondPayments: secondPayments.map(({ bought: { sourceId } }) => sourceId),
              }),
            },
          }),
        ],
      },
    );
  } catch (error) {
    if (error instanceof AppError || (await findActiveGuest(ctx.db, guestId))) throw error;
    return explainTaken(ctx, guestId);
  }
  return describeTaken(bought, owned, secondPayments);
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

type SecondPayment = { bought: LibraryItem; firstId: string };

/**
 * Finds what the account has bought already. A subscription that ends, or whose payment failed, is not kept in place of
 * the new one: its user may have bought again because of that.
 */
function findSecondPayments(bought: LibraryItem[], owned: LibraryItem[]): SecondPayment[] {
  const firstOf = new Map(
    owned
      .filter((item) => isActive(item) && (item.source === "order" || item.renewsAt !== null))
      .map((item) => [`${item.source} ${groupOf(item)}`, item.sourceId]),
  );
  const firstIdOf = (item: LibraryItem) => firstOf.get(`${item.source} ${groupOf(item)}`);
  // What was bought once may be paid together with a subscription: then the team decides.
  const hasSubscription = bought.some(({ source }) => source === "subscription");
  return bought.flatMap((item) => {
    const firstId = firstIdOf(item);
    const all = bought.filter(({ sourceId }) => sourceId === item.sourceId);
    // The first product of a subscription decides, and all of an order, as for two purchases of one Stripe customer.
    const isWhole =
      item.id === item.sourceId &&
      (item.source === "order"
        ? !hasSubscription && all.every((each) => firstIdOf(each) !== undefined)
        : item.source === "subscription");
    const isPaid =
      item.source === "subscription" || all.some(({ price }) => (price?.amountMinor ?? 0) > 0);
    return firstId !== undefined && isActive(item) && isWhole && isPaid
      ? [{ bought: item, firstId }]
      : [];
  });
}

function describeTaken(
  bought: LibraryItem[],
  owned: LibraryItem[],
  secondPayments: SecondPayment[],
): Taken {
  const refunded = new Set(secondPayments.map((each) => each.bought.sourceId));
  const taken = bought.filter((item) => isActive(item) && !refunded.has(item.sourceId));
  const had = new Set(owned.filter(isActive).map(groupOf));
  const twice = taken.filter((item) => had.has(groupOf(item))).map(({ product }) => product.name);
  const entryId = taken[0]?.id ?? secondPayments[0]?.bought.id ?? null;
  return { entryId, ownedTwice: [...new Set(twice)] };
}

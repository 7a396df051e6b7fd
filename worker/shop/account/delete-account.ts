import { fail } from "../../errors.ts";
import { commit } from "../../db/client.ts";
import type { UserCtx } from "../../context.ts";
import { logEvent } from "../../lib/log.ts";
import { listNamedProducts } from "../../catalog/map-product-summaries.ts";
import { closeCustomer } from "../../sync/customer/cancel-all-billing.ts";
import { listOrders } from "../../purchases/orders/list-orders.ts";
import { listSubscriptions } from "../../purchases/subscriptions/list-subscriptions.ts";
import { leaveTeam } from "../../identity/team/prepare-team-departure.ts";
import { anonymizeUser, countOtherOwners, deletePersonalRows, findUser } from "./store.ts";

/**
 * What deleting the account would do, said before it is done. Subscriptions end at once and their rest is not paid
 * back; orders stay, without a name, as long as the law wants them. `paidUntil` is null where nothing was paid: a trial.
 */
export type DeletionPreview = {
  endsSubscriptions: { id: string; productName: string; paidUntil: number | null }[];
  keepsOrders: number;
  isLastOwner: boolean;
};

const over = new Set(["canceled", "incomplete_expired"]);

export async function previewDeletion(ctx: UserCtx): Promise<DeletionPreview> {
  const { userId } = ctx.actor;
  const [orders, subscriptions, isLast] = await Promise.all([
    listOrders(ctx, { userId }),
    listSubscriptions(ctx, { userId }),
    isLastOwner(ctx),
  ]);
  const living = subscriptions.filter(
    ({ status, endedAt }) => !over.has(status) && endedAt === null,
  );
  const productIds = living.flatMap(({ items }) =>
    items.flatMap(({ productId }) => productId ?? []),
  );
  const products = await listNamedProducts(ctx, { ids: productIds });
  return {
    endsSubscriptions: living.map(({ id, items, status, currentPeriodEnd }) => ({
      id,
      productName: items
        .map(({ productId }) => products.get(productId ?? "")?.name ?? "")
        .join(", "),
      paidUntil: status === "trialing" ? null : currentPeriodEnd,
    })),
    keepsOrders: orders.length,
    isLastOwner: isLast,
  };
}

/**
 * Deletes the person: subscriptions end at Stripe first, then one batch takes away the name, the addresses, every
 * identity, session and grant, and what Stripe's events said. Orders and subscriptions stay, pointing at nobody.
 * @throws `last_owner`, `stripe_unavailable` with nothing deleted yet
 */
export async function deleteAccount(ctx: UserCtx): Promise<void> {
  const { userId } = ctx.actor;
  if (await isLastOwner(ctx)) throw fail("last_owner");
  await closeCustomer(ctx, { userId });
  await commit(ctx.db, [
    anonymizeUser(ctx.db, userId, ctx.now),
    ...leaveTeam(ctx),
    ...deletePersonalRows(ctx.db, userId),
  ]);
  // Two last owners may have gone at the same moment: the statement kept one of them.
  const user = await findUser(ctx.db, userId);
  if (user?.status !== "deleted") throw fail("last_owner");
  logEvent("info", "account_deleted", { user: userId, request_id: ctx.requestId });
}

async function isLastOwner(ctx: UserCtx): Promise<boolean> {
  return ctx.actor.role === "owner" && (await countOtherOwners(ctx.db, ctx.actor.userId)) === 0;
}

import { hasEnded } from "../purchases/subscriptions/statuses.ts";
import { fail } from "../errors.ts";
import { commit } from "../db/client.ts";
import type { UserCtx } from "../context.ts";
import { logEvent } from "../lib/log.ts";
import { queueAccountDeletedEmail } from "../email/queue-emails.ts";
import { sendQueuedEmails } from "../email/send-queued-emails.ts";
import type { AccountDeletionFacts } from "../db/schema/outbox.ts";
import { eraseEvents } from "../feed/erase-events.ts";
import { recordEvents } from "../feed/record-events.ts";
import { mapProductSummaries } from "../catalog/map-product-summaries.ts";
import { cancelAllBilling } from "../sync/customer/cancel-all-billing.ts";
import { listOrders } from "../purchases/orders/list-orders.ts";
import { listSubscriptions } from "../purchases/subscriptions/list-subscriptions.ts";
import { rememberTrial } from "../purchases/subscriptions/trials.ts";
import { prepareTeamDeparture } from "../identity/team/prepare-team-departure.ts";
import { anonymizeUser, countOtherOwners } from "../identity/store-profile.ts";
import { findUser } from "../identity/sign-in/store.ts";
import { endAccessOfDeleted } from "../access/store.ts";
import { revokePrograms } from "./revoke-programs.ts";
import { deleteUserData } from "./store.ts";
import { forgetAtStripe } from "../sync/customer/forget-at-stripe.ts";

/**
 * What deleting the account will do. Subscriptions end immediately without a refund. Orders are kept without personal
 * data, as the law requires. `paidUntil` is null if nothing was paid, as in a trial.
 */
export type AccountDeletionPreview = {
  subscriptionsToCancel: { id: string; productName: string; paidUntil: number | null }[];
  keptOrderCount: number;
  isLastOwner: boolean;
};

export async function previewAccountDeletion(ctx: UserCtx): Promise<AccountDeletionPreview> {
  const { userId } = ctx.actor;
  const [orders, subscriptions, isLast] = await Promise.all([
    listOrders(ctx, { userId }),
    listSubscriptions(ctx, { userId }),
    isLastOwner(ctx),
  ]);
  const liveSubscriptions = subscriptions.filter((subscription) => !hasEnded(subscription));
  const productIds = liveSubscriptions.flatMap(({ items }) =>
    items.flatMap(({ productId }) => productId ?? []),
  );
  const products = await mapProductSummaries(ctx, { ids: productIds });
  return {
    subscriptionsToCancel: liveSubscriptions.map(({ id, items, status, currentPeriodEnd }) => ({
      id,
      productName: items
        .map(({ productId }) => products.get(productId ?? "")?.name ?? "")
        .join(", "),
      paidUntil: status === "trialing" ? null : currentPeriodEnd,
    })),
    keptOrderCount: orders.length,
    isLastOwner: isLast,
  };
}

/**
 * Deletes the user. First, at Stripe, subscriptions end, cards are detached, and the customer loses name, email and
 * address; invoices stay, as the law requires. Then one batch removes the name, the email addresses, every identity,
 * session and grant, the payloads of Stripe's events, the personal data in the feed, and what the audit log says about
 * the user's devices and invitations. Orders and subscriptions are kept without personal data. An email to the former
 * address confirms it; the address is erased once that is sent.
 * @throws `last_owner`; `stripe_unavailable`, and nothing was deleted yet
 */
export async function deleteAccount(ctx: UserCtx): Promise<void> {
  const { userId } = ctx.actor;
  if (await isLastOwner(ctx)) throw fail("last_owner");
  const deletionFacts = await readDeletionFacts(ctx);
  await cancelAllBilling(ctx, { userId });
  await forgetAtStripe(ctx, { userId });
  const before = await findUser(ctx.db, userId);
  const email = before?.emailVerified && before.email ? before.email.toLowerCase() : null;
  // Read after the last sync, and before the identities are gone.
  const [trialWrites, revocation, emails] = await Promise.all([
    rememberTrial(ctx, { userId }),
    revokePrograms(ctx, { userId }),
    email === null
      ? null
      : queueAccountDeletedEmail(ctx, {
          userId,
          facts: {
            of: "account_deletion",
            email,
            name: before?.name ?? null,
            locale: before?.locale ?? null,
            timeZone: before?.timeZone ?? null,
            ...deletionFacts,
          },
        }),
  ]);
  // oxlint-disable-next-line gatehouse/record-change -- the user leaves, and the log loses what is personal
  await commit(ctx.db, [
    ...trialWrites,
    anonymizeUser(ctx.db, userId, ctx.now),
    ...prepareTeamDeparture(ctx),
    ...revocation,
    // Licenses and gifts end before their rows are deleted, so that the feed records it.
    ...endAccessOfDeleted(ctx.db, userId, ctx.now),
    ...recordEvents(ctx, { userId, kinds: ["gift", "grant", "license"] }),
    ...deleteUserData(ctx.db, { userId, email, now: ctx.now }),
    ...(emails?.statements ?? []),
    ...recordEvents(ctx, {
      userId,
      kinds: ["checkout", "order", "subscription", "entitlement", "customer"],
    }),
    ...eraseEvents(userId),
  ]);
  // Two last owners may delete their accounts at the same time. The statement keeps one of them.
  const user = await findUser(ctx.db, userId);
  if (user?.status !== "deleted") throw fail("last_owner");
  if (emails) ctx.defer(sendQueuedEmails(ctx, { ids: emails.emailIds }));
  logEvent("info", "account.deleted", { user: userId }, ctx);
}

/** Reads what the email about the deletion says, while it can still be read. */
async function readDeletionFacts(
  ctx: UserCtx,
): Promise<Pick<AccountDeletionFacts, "canceledProductIds" | "hasPurchases">> {
  const { userId } = ctx.actor;
  const [orders, subscriptions] = await Promise.all([
    listOrders(ctx, { userId }),
    listSubscriptions(ctx, { userId }),
  ]);
  const productIds = subscriptions
    .filter((subscription) => !hasEnded(subscription))
    .flatMap(({ items }) => items.flatMap(({ productId }) => productId ?? []));
  return {
    canceledProductIds: [...new Set(productIds)],
    hasPurchases: orders.length + subscriptions.length > 0,
  };
}

async function isLastOwner(ctx: UserCtx): Promise<boolean> {
  return ctx.actor.role === "owner" && (await countOtherOwners(ctx.db, ctx.actor.userId)) === 0;
}

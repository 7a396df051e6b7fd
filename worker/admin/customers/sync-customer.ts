import { userExists } from "../../identity/store-profile.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { readAccessTime } from "../../access/outage-mode.ts";
import { requireHigherRole } from "../../identity/team/require-higher-role.ts";
import { recordChange } from "../../audit/record-change.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { listStripeCustomersOfUser } from "../../sync/customer/store.ts";
import { restoreUsers } from "../../sync/restore/restore-lost.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { readSyncSnapshot, type SyncSnapshot } from "./sync-snapshot.query.ts";

/** `isAtStripe`: false if the customer never began a checkout, so that there was nothing to ask Stripe for. */
export type SyncOutcome = { isAtStripe: boolean; changes: SyncChange[] };

/**
 * Restores a customer's lost rows, refetches all their Stripe customers, and says what that changed. It is the sync that
 * a webhook starts, under the same lease.
 * @throws `not_found`; `customer_busy` while another sync is running; `stripe_unavailable`; as `requireHigherRole`
 */
export async function syncCustomer(ctx: UserCtx, input: { userId: string }): Promise<SyncOutcome> {
  const { mode } = ctx.config.stripe;
  const { userId } = input;
  await requireHigherRole(ctx, input);
  const [isKnown, customers, now] = await Promise.all([
    userExists(ctx.db, userId),
    listStripeCustomersOfUser(ctx.db, userId, mode),
    readAccessTime(ctx),
  ]);
  if (!isKnown) throw fail("not_found", { reason: "no such user" });
  const linked = customers.filter(({ stripeCustomerId }) => stripeCustomerId !== null);
  const before = await readSyncSnapshot(ctx.db, { userId, mode, now });
  await restoreUsers(ctx, { userIds: [userId] });
  for (const { id } of linked) await syncNow(ctx, id);
  const changes = compareSnapshots(before, await readSyncSnapshot(ctx.db, { userId, mode, now }));
  await commit(ctx.db, [
    recordChange(ctx, {
      action: "customer.synced",
      targetId: userId,
      after: { changes: changes.length },
    }),
    // A sync compares only what it writes with the feed. Here, everything is wanted.
    ...recordEvents(ctx, { userId }),
  ]);
  return { isAtStripe: linked.length > 0, changes };
}

async function syncNow(ctx: UserCtx, customerId: string): Promise<void> {
  let state: string;
  try {
    ({ state } = await syncStripeCustomer(ctx, { customerId, force: true }));
  } catch (cause) {
    throw fail("stripe_unavailable", { reason: "the customer was not synced", cause });
  }
  if (state === "busy") throw fail("customer_busy");
}

/** What a sync changed. `from` is null for what was not here before. The statuses are those of the rows. */
export type SyncChange =
  | {
      kind: "order" | "subscription";
      id: string;
      productName: string;
      from: string | null;
      to: string;
    }
  | { kind: "checkout"; productName: string; to: "open" | "complete" | "expired" }
  | { kind: "access_gained" | "access_lost"; productName: string }
  | { kind: "payments"; count: number }
  | { kind: "license_keys"; count: number };

/** Lists what is different, the purchases first and what follows from them last. */
export function compareSnapshots(before: SyncSnapshot, after: SyncSnapshot): SyncChange[] {
  const purchases = (["order", "subscription"] as const).flatMap((kind) => {
    const statusOf = new Map(before[kind].map(({ id, status }) => [id, status]));
    return after[kind].flatMap(({ id, status, productName }): SyncChange[] => {
      const from = statusOf.get(id) ?? null;
      return from === status ? [] : [{ kind, id, productName, from, to: status }];
    });
  });
  const checkoutStatus = new Map(before.checkout.map(({ id, status }) => [id, status]));
  const checkouts = after.checkout.flatMap(({ id, status, productName }): SyncChange[] =>
    checkoutStatus.get(id) === status || status === "complete"
      ? []
      : [{ kind: "checkout", productName, to: status }],
  );
  const [had, has] = [nameProducts(before), nameProducts(after)];
  const missing = (from: Map<string, string>, other: Map<string, string>) =>
    [...from].flatMap(([id, productName]) => (other.has(id) ? [] : [productName]));
  const added = <K extends "payments" | "license_keys">(kind: K, count: number) =>
    count > 0 ? [{ kind, count }] : [];
  return [
    ...purchases,
    ...checkouts,
    ...added("payments", after.paymentCount - before.paymentCount),
    ...added("license_keys", after.keyCount - before.keyCount),
    ...missing(has, had).map((productName) => ({ kind: "access_gained" as const, productName })),
    ...missing(had, has).map((productName) => ({ kind: "access_lost" as const, productName })),
  ];
}

/** The products that the customer has access to, by id. */
const nameProducts = ({ access }: SyncSnapshot) =>
  new Map(access.map(({ productId, productName }) => [productId, productName]));

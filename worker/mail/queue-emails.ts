import type { Ctx } from "../context.ts";
import type { Statement } from "../db/client.ts";
import { newId } from "../lib/ids.ts";
import { listCheckoutAndSessionIds } from "../purchases/checkout/list-checkout-ids.ts";
import { listTeamMembers } from "../identity/team/store.ts";
import { hasRole } from "../lib/roles.ts";
import { findOutageStart } from "../access/outage-mode.ts";
import { listGrantsWithBenefits } from "../access/store.ts";
import { isOptionalEmail, readEmailSettings } from "../settings/email-settings.ts";
import type { GrantRow } from "../access/strategy.ts";
import type { OrderRow } from "../purchases/orders/store.ts";
import type { MirroredSubscription } from "../purchases/subscriptions/mirrored-subscription.ts";
import type { SubscriptionRow } from "../purchases/subscriptions/store.ts";
import { decideEmails, type RowChange, type SyncChanges, type NewEmail } from "./decide-emails.ts";
import { insertEmail, insertKeysArrivedEmail } from "./store.ts";

/** The writes that queue emails, and the ids of those that may be sent right after the commit. */
export type QueuedEmails = { statements: Statement[]; emailIds: string[] };

const noEmails: QueuedEmails = { statements: [], emailIds: [] };

/**
 * Returns the writes that queue a sync's emails. They belong into the sync's own batch, so a failed sync queues nothing
 * and each email is queued once. Queues nothing if the shop has no email sender, and skips kinds that the seller turned
 * off.
 * @param input.orders the rows before and after the sync; likewise `subscriptions`
 */
export async function queueEmails(
  ctx: Ctx,
  input: Pick<SyncChanges, "sources" | "duplicates" | "failedRefunds" | "policy"> & {
    customer: { id: string; userId: string };
    orders: { before: OrderRow[]; rows: OrderRow[] };
    subscriptions: { before: SubscriptionRow[]; rows: MirroredSubscription[] };
  },
): Promise<QueuedEmails> {
  if (!ctx.config.auth.emailSender) return noEmails;
  const { customer, sources, duplicates, failedRefunds, policy } = input;
  const orders = pairRows(input.orders.before, input.orders.rows);
  const subscriptions = pairRows(
    input.subscriptions.before,
    input.subscriptions.rows.map(({ row }) => row),
  );
  const isFirstSeen = [...orders, ...subscriptions].some(({ before }) => !before);
  const [grantsWithBenefits, shopCheckoutIds, outageStartedAt, settings] = await Promise.all([
    listGrantsWithBenefits(ctx.db, customer.userId, ctx.config.stripe.mode),
    isFirstSeen ? listCheckoutAndSessionIds(ctx, { customerId: customer.id }) : new Set<string>(),
    findOutageStart(ctx),
    readEmailSettings(ctx),
  ]);
  const { now } = ctx;
  const emails = decideEmails({
    orders,
    subscriptions,
    sources,
    duplicates,
    failedRefunds,
    grants: grantsWithBenefits.map(({ grant }) => grant),
    shopCheckoutIds,
    policy,
    outageMode: outageStartedAt !== null,
    now,
  }).filter(({ kind }) => !isOptionalEmail(kind) || settings[kind]);
  return toQueuedEmails(ctx, customer.userId, emails);
}

/** Returns the writes that queue the email about a new gift, for the batch that creates the gift. */
export async function queueGiftEmail(
  ctx: Ctx,
  input: { id: string; userId: string },
): Promise<QueuedEmails> {
  if (!ctx.config.auth.emailSender) return noEmails;
  const { purchase } = await readEmailSettings(ctx);
  if (!purchase) return noEmails;
  const { id, userId } = input;
  return toQueuedEmails(ctx, userId, [
    { kind: "purchase", dedupeKey: id, sourceId: id, dueAt: ctx.now },
  ]);
}

/**
 * Returns the writes that tell users about license keys that they have waited for: one email for each purchase or gift.
 * They run last in the batch that issues the keys, because only that batch knows for whom there was a key.
 * @param input.grants grants that wait for keys of the seller
 */
export async function queueKeysArrivedEmails(
  ctx: Ctx,
  input: { grants: Pick<GrantRow, "id" | "userId" | "sourceId">[] },
): Promise<QueuedEmails> {
  if (!ctx.config.auth.emailSender || !(await readEmailSettings(ctx)).keys_arrived) return noEmails;
  const rows = [...Map.groupBy(input.grants, ({ sourceId }) => sourceId)].map(
    ([sourceId, [first, ...more]]) => ({
      id: newId("mal", ctx.now),
      userId: first!.userId,
      sourceId,
      grantIds: [first!, ...more].map(({ id }) => id),
      now: ctx.now,
    }),
  );
  return {
    statements: rows.map((row) => insertKeysArrivedEmail(ctx.db, row)),
    emailIds: rows.map(({ id }) => id),
  };
}

/** Returns the writes that tell every owner and admin that a webhook endpoint gets no more events. */
export async function queueEndpointStoppedEmails(
  ctx: Ctx,
  input: { endpointId: string },
): Promise<QueuedEmails> {
  if (!ctx.config.auth.emailSender) return noEmails;
  const members = await listTeamMembers(ctx.db);
  const queued = members
    .filter(({ role }) => hasRole(role, "admin"))
    .map(({ id }) =>
      toQueuedEmails(ctx, id, [
        {
          kind: "endpoint_stopped",
          dedupeKey: `${input.endpointId}:${ctx.now}:${id}`,
          sourceId: input.endpointId,
          dueAt: ctx.now,
        },
      ]),
    );
  return {
    statements: queued.flatMap(({ statements }) => statements),
    emailIds: queued.flatMap(({ emailIds }) => emailIds),
  };
}

function toQueuedEmails(ctx: Ctx, userId: string, emails: NewEmail[]): QueuedEmails {
  const rows = emails.map(({ dueAt, ...mail }) => ({
    ...mail,
    id: newId("mal", ctx.now),
    userId,
    status: "queued" as const,
    nextAttemptAt: dueAt,
    createdAt: ctx.now,
  }));
  return {
    statements: rows.map((row) => insertEmail(ctx.db, row)),
    emailIds: rows.filter(({ nextAttemptAt }) => nextAttemptAt <= ctx.now).map(({ id }) => id),
  };
}

function pairRows<Row extends { id: string }>(before: Row[], after: Row[]): RowChange<Row>[] {
  const rowsById = new Map(before.map((row) => [row.id, row]));
  return after.map((row) => ({ before: rowsById.get(row.id), after: row }));
}

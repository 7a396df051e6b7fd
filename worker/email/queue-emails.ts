import type { Ctx } from "../context.ts";
import type { Statement } from "../db/client.ts";
import type { WinBackTerms } from "../db/schema/billing.ts";
import type { AccountDeletionFacts } from "../db/schema/outbox.ts";
import { newId } from "../lib/ids.ts";
import { listCheckoutAndSessionIds } from "../purchases/checkout/store.ts";
import { listTeamMembers } from "../identity/team/store.ts";
import { hasRole } from "../shared/roles.ts";
import { findOutageStart } from "../access/outage-mode.ts";
import { listGrantsWithBenefits, type GiftRow } from "../access/store.ts";
import { isOptionalEmail, emailSettings } from "../settings/email-settings.ts";
import type { GrantRow } from "../access/strategy.ts";
import { readConsent } from "../purchases/consent-record.ts";
import type { OrderRow } from "../purchases/orders/store.ts";
import { isPriceOfMove, type PriceMoveRow } from "../purchases/price-moves/store.ts";
import type {
  SubscriptionItemRow,
  SubscriptionRow,
  MirroredSubscription,
} from "../purchases/subscriptions/store.ts";
import { findPlanChange, type PlanChanges } from "./decide-plan-change-emails.ts";
import { decideEmails, type SyncChanges } from "./decide-emails.ts";
import { withoutReportedPayments } from "./decide-payment-emails.ts";
import { CLAIM_MS, toOutboxRow, type NewEmail, type RowChange } from "./queued-email.ts";
import { decideGiftEmails } from "./decide-gift-emails.ts";
import { insertAccountDeletedEmail, insertEmail, insertKeysArrivedEmail } from "./store.ts";
import { decideNotifications, type TeamChanges } from "./team/decide-notifications.ts";
import { recordNotifications } from "./team/record-notifications.ts";

/** The writes that queue emails, and the ids of those that may be sent right after the commit. */
export type QueuedEmails = { statements: Statement[]; emailIds: string[] };

/**
 * The emails that may be sent now are claimed already, so `sendClaimedEmails` sends them. `hasNotifications`: members with
 * immediate emails may be due one after the commit.
 */
export type QueuedSyncEmails = QueuedEmails & { hasNotifications: boolean };

const noEmails: QueuedEmails = { statements: [], emailIds: [] };

/** The purchases of a customer before and after a sync. */
type ChangedPurchases = {
  orders: { before: OrderRow[]; rows: OrderRow[] };
  subscriptions: {
    before: SubscriptionRow[];
    rows: MirroredSubscription[];
    itemsBefore: SubscriptionItemRow[];
    items: SubscriptionItemRow[];
  };
};

/** Reads what the emails of a sync depend on; null if the shop has no email sender. */
export async function readEmailFacts(
  ctx: Ctx,
  { customer, ...purchases }: ChangedPurchases & { customer: { id: string; userId: string } },
) {
  if (!ctx.config.auth.emailSender) return null;
  const { orders, subscriptions, items } = pairPurchases(purchases);
  const isFirstSeen = [...orders, ...subscriptions].some(({ before }) => !before);
  const [grantsWithBenefits, shopCheckoutIds, outageStartedAt, settings, movedIds] =
    await Promise.all([
      listGrantsWithBenefits(ctx.db, customer.userId, ctx.config.stripe.mode),
      isFirstSeen ? listCheckoutAndSessionIds(ctx.db, customer.id) : new Set<string>(),
      findOutageStart(ctx),
      emailSettings.read(ctx),
      findMovedIds(ctx, subscriptions, items),
    ]);
  return { grantsWithBenefits, shopCheckoutIds, outageStartedAt, settings, movedIds };
}

function pairPurchases({ orders, subscriptions }: ChangedPurchases) {
  return {
    orders: pairRows(orders.before, orders.rows),
    subscriptions: pairRows(
      subscriptions.before,
      subscriptions.rows.map(({ row }) => row),
    ),
    items: { before: subscriptions.itemsBefore, after: subscriptions.items },
  };
}

/**
 * Returns the writes that queue a sync's emails, and the team's notifications of its changes. They belong in the sync's
 * own batch, so a failed sync queues nothing and each email is queued once. Queues nothing if the shop has no email
 * sender, and skips kinds that the seller turned off, but not what confirms a consent.
 * @param input.facts from `readEmailFacts`
 */
export async function queueEmails(
  ctx: Ctx,
  input: Pick<
    SyncChanges,
    | "sources"
    | "duplicates"
    | "failedRefunds"
    | "policy"
    | "payments"
    | "refundsOf"
    | "methodOf"
    | "reasonOf"
    | "invoiceOf"
  > &
    Pick<TeamChanges, "newWarnings" | "paymentOf" | "disputesOf" | "endReasonOf"> & {
      customer: { id: string; userId: string; syncedAt: number | null };
      facts: Awaited<ReturnType<typeof readEmailFacts>>;
    } & ChangedPurchases,
): Promise<QueuedSyncEmails> {
  if (!input.facts) return { ...noEmails, hasNotifications: false };
  const { customer, duplicates } = input;
  const { orders, subscriptions, items } = pairPurchases(input);
  const { grantsWithBenefits, shopCheckoutIds, outageStartedAt, settings, movedIds } = input.facts;
  const { now } = ctx;
  // Without this email, what the buyer agreed to about withdrawal would be void.
  const needsConfirmation = new Set(
    [...orders, ...subscriptions].flatMap(({ after }) =>
      readConsent(after).kinds.length > 0 ? after.id : [],
    ),
  );
  const changes = { orders, subscriptions, duplicates, shopCheckoutIds };
  const decided = decideEmails({
    ...input,
    ...changes,
    items,
    movedIds,
    syncedAt: customer.syncedAt,
    grants: grantsWithBenefits.map(({ grant }) => grant),
    outageMode: outageStartedAt !== null,
    now,
  }).filter(
    ({ kind, sourceId }) =>
      !isOptionalEmail(kind) ||
      settings[kind] ||
      (kind === "purchase" && needsConfirmation.has(sourceId)),
  );
  const emails = withoutReportedPayments(decided);
  const queued = toQueuedEmails(ctx, customer.userId, emails, { areClaimed: true });
  const notifications = decideNotifications({ ...input, ...changes, now });
  return {
    ...queued,
    statements: [...queued.statements, ...recordNotifications(ctx, notifications)],
    hasNotifications: notifications.length > 0,
  };
}

/**
 * Returns the ids of the subscriptions whose price was changed by a price move. Costs nothing while no plan changes.
 */
async function findMovedIds(
  ctx: Ctx,
  subscriptions: RowChange<SubscriptionRow>[],
  items: PlanChanges["items"],
): Promise<Set<string>> {
  const changedIds = new Set(
    subscriptions.flatMap((change) => (findPlanChange(items, change) ? [change.after.id] : [])),
  );
  const found = items.after
    .filter(({ subscriptionId }) => changedIds.has(subscriptionId))
    .map(async (item) => ((await isPriceOfMove(ctx.db, item)) ? [item.subscriptionId] : []));
  return new Set((await Promise.all(found)).flat());
}

/**
 * Returns the writes that queue the emails about a new gift, for the batch that creates the gift: one now, and a
 * reminder before its end.
 */
export async function queueGiftEmails(
  ctx: Ctx,
  gift: Pick<GiftRow, "id" | "userId" | "createdAt" | "endsAt" | "seatOf">,
): Promise<QueuedEmails> {
  if (!ctx.config.auth.emailSender) return noEmails;
  const settings = await emailSettings.read(ctx);
  const emails = decideGiftEmails(gift).filter(
    ({ kind }) => isOptionalEmail(kind) && settings[kind],
  );
  return toQueuedEmails(ctx, gift.userId, emails);
}

/** Returns the writes that queue the email to somebody who has a seat and manages the others from now on: once for each. */
export async function queueManagerEmail(
  ctx: Ctx,
  { id, userId }: Pick<GiftRow, "id" | "userId">,
): Promise<QueuedEmails> {
  if (!ctx.config.auth.emailSender || !(await emailSettings.read(ctx)).purchase) return noEmails;
  return toQueuedEmails(ctx, userId, [
    { kind: "purchase", dedupeKey: `${id}:manager`, sourceId: id, dueAt: ctx.now },
  ]);
}

/**
 * Returns the writes that queue the emails about ended gifts, whether by their date or by the team: one for each gift.
 */
export async function queueGiftEndedEmails(
  ctx: Ctx,
  gifts: { id: string; userId: string }[],
): Promise<QueuedEmails> {
  if (gifts.length === 0 || !ctx.config.auth.emailSender) return noEmails;
  if (!(await emailSettings.read(ctx)).access_ended) return noEmails;
  return joinQueuedEmails(
    gifts.map(({ id, userId }) =>
      toQueuedEmails(ctx, userId, [
        { kind: "access_ended", dedupeKey: id, sourceId: id, dueAt: ctx.now },
      ]),
    ),
  );
}

/**
 * Returns the writes that queue the confirmation of a deleted account. They do nothing unless the user is marked as
 * deleted when the batch runs, and belong after the statements that delete the user's other emails.
 */
export async function queueAccountDeletedEmail(
  ctx: Ctx,
  input: { userId: string; facts: AccountDeletionFacts },
): Promise<QueuedEmails> {
  if (!ctx.config.auth.emailSender) return noEmails;
  if (!(await emailSettings.read(ctx)).account_deleted) return noEmails;
  const id = newId("mal", ctx.now);
  return {
    statements: [insertAccountDeletedEmail({ ...input, id, now: ctx.now })],
    emailIds: [id],
  };
}

/**
 * Returns the writes that queue the emails about license keys that users have waited for: one email for each purchase
 * or gift. They run last in the batch that issues the keys, because only that batch knows for whom there was a key.
 * @param input.grants grants that wait for keys of the seller
 */
export async function queueKeysArrivedEmails(
  ctx: Ctx,
  input: { grants: Pick<GrantRow, "id" | "userId" | "sourceId">[] },
): Promise<QueuedEmails> {
  if (!ctx.config.auth.emailSender || !(await emailSettings.read(ctx)).keys_arrived)
    return noEmails;
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
    statements: rows.map((row) => insertKeysArrivedEmail(row)),
    emailIds: rows.map(({ id }) => id),
  };
}

/**
 * Returns the writes that email subscribers about a new price, or that it was called off: once per move. None if the
 * shop sends no email, or if the team informs them itself.
 */
export function queuePriceChangeEmails(
  ctx: Ctx,
  input: {
    kind: "price_change" | "price_change_canceled";
    move: Pick<PriceMoveRow, "id" | "sendsEmails">;
    /** `emailAt`: when it is due, in unix milliseconds; now if it is left out. */
    recipients: { subscriptionId: string; userId: string; emailAt?: number }[];
  },
): Statement[] {
  const { kind, move, recipients } = input;
  if (!ctx.config.auth.emailSender || !move.sendsEmails) return [];
  return recipients.map(({ subscriptionId, userId, emailAt }) =>
    insertEmail(
      ctx.db,
      toOutboxRow(
        ctx,
        {
          userId,
          kind,
          dedupeKey: `${move.id}:${subscriptionId}`,
          sourceId: subscriptionId,
          facts: { of: "price_move", moveId: move.id },
        },
        emailAt,
      ),
    ),
  );
}

/** Returns the writes that confirm by email that a subscriber took a win-back offer: once per subscription. */
export async function queueOfferTakenEmail(
  ctx: Ctx,
  input: { userId: string; subscriptionId: string; terms: WinBackTerms },
): Promise<QueuedEmails> {
  if (!ctx.config.auth.emailSender || !(await emailSettings.read(ctx)).offer_taken) return noEmails;
  const { userId, subscriptionId, terms } = input;
  return toQueuedEmails(ctx, userId, [
    {
      kind: "offer_taken",
      dedupeKey: subscriptionId,
      sourceId: subscriptionId,
      facts: { of: "offer", terms },
      dueAt: ctx.now,
    },
  ]);
}

/** Returns the writes that email every owner and admin that a webhook endpoint gets no more events. */
export async function queueEndpointStoppedEmails(
  ctx: Ctx,
  input: { endpointId: string; status: "paused" | "disabled" },
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
          facts: { of: "endpoint", status: input.status },
          dueAt: ctx.now,
        },
      ]),
    );
  return joinQueuedEmails(queued);
}

function joinQueuedEmails(queued: QueuedEmails[]): QueuedEmails {
  return {
    statements: queued.flatMap(({ statements }) => statements),
    emailIds: queued.flatMap(({ emailIds }) => emailIds),
  };
}

/**
 * @param options.areClaimed the caller sends those that are due, with `sendClaimedEmails`. A claim of its own would read
 *   and write each once more.
 */
function toQueuedEmails(
  ctx: Ctx,
  userId: string,
  emails: NewEmail[],
  { areClaimed = false } = {},
): QueuedEmails {
  const claim = areClaimed
    ? { attempts: 1, nextAttemptAt: ctx.now + CLAIM_MS, batch: "direct" }
    : {};
  const rows = emails.map(({ dueAt, ...email }) => toOutboxRow(ctx, { ...email, userId }, dueAt));
  const isDue = ({ nextAttemptAt }: { nextAttemptAt: number }) => nextAttemptAt <= ctx.now;
  return {
    statements: rows.map((row) =>
      insertEmail(ctx.db, isDue(row) ? { ...row, ...claim } : row, row.nextAttemptAt),
    ),
    emailIds: rows.filter(isDue).map(({ id }) => id),
  };
}

function pairRows<Row extends { id: string }>(before: Row[], after: Row[]): RowChange<Row>[] {
  const rowsById = new Map(before.map((row) => [row.id, row]));
  return after.map((row) => ({ before: rowsById.get(row.id), after: row }));
}

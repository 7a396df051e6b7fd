import type { Ctx } from "../context.ts";
import type { Statement } from "../db/client.ts";
import { newId } from "../lib/ids.ts";
import { listOwnPurchases } from "../purchases/checkout/list-checkout-ids.ts";
import { frozenSince } from "../access/outage-mode.ts";
import { listGrantsEver } from "../access/list-grants.ts";
import { readMailSettings } from "../settings/email-settings.ts";
import type { OrderRow } from "../purchases/orders/store.ts";
import type { MirroredSubscription } from "../purchases/subscriptions/mirrored-subscription.ts";
import type { SubscriptionRow } from "../purchases/subscriptions/store.ts";
import { decideMails, type Change, type Changes, type NewMail } from "./decide-emails.ts";
import { insertMail } from "./store.ts";

/** The writes that queue what a buyer is to be told, and the ids of the mails that may be sent once they are made. */
export type Told = { statements: Statement[]; mailIds: string[] };

const nothingTold: Told = { statements: [], mailIds: [] };

/**
 * What a sync tells the buyer, for the batch that makes the change: a sync that fails tells nothing, and the same thing
 * is told once. A shop without an email sender, or a kind that the seller turned off, writes nothing.
 * @param input.orders the rows as they were, and as they become; the same for `subscriptions`
 */
export async function tellBuyer(
  ctx: Ctx,
  input: Pick<Changes, "sources" | "duplicates" | "policy"> & {
    customer: { id: string; userId: string };
    orders: { before: OrderRow[]; rows: OrderRow[] };
    subscriptions: { before: SubscriptionRow[]; rows: MirroredSubscription[] };
  },
): Promise<Told> {
  if (!ctx.config.auth.emailSender) return nothingTold;
  const { customer, sources, duplicates, policy } = input;
  const orders = pair(input.orders.before, input.orders.rows);
  const subscriptions = pair(
    input.subscriptions.before,
    input.subscriptions.rows.map(({ row }) => row),
  );
  const isFirstSeen = [...orders, ...subscriptions].some(({ before }) => !before);
  const [held, ownPurchases, frozen, settings] = await Promise.all([
    listGrantsEver(ctx, { userId: customer.userId }),
    isFirstSeen ? listOwnPurchases(ctx, { customerId: customer.id }) : new Set<string>(),
    frozenSince(ctx),
    readMailSettings(ctx),
  ]);
  const { now } = ctx;
  const mails = decideMails({
    orders,
    subscriptions,
    sources,
    duplicates,
    grants: held.map(({ grant }) => grant),
    ownPurchases,
    policy,
    isFrozen: frozen !== null,
    now,
  }).filter(({ kind }) => settings[kind]);
  return queueMails(ctx, customer.userId, mails);
}

/** What a gift tells its receiver, for the batch that gives it. */
export async function tellOfGift(ctx: Ctx, input: { id: string; userId: string }): Promise<Told> {
  if (!ctx.config.auth.emailSender) return nothingTold;
  const { purchase } = await readMailSettings(ctx);
  if (!purchase) return nothingTold;
  const { id, userId } = input;
  return queueMails(ctx, userId, [{ kind: "purchase", about: id, sourceId: id, dueAt: ctx.now }]);
}

function queueMails(ctx: Ctx, userId: string, mails: NewMail[]): Told {
  const rows = mails.map(({ dueAt, ...mail }) => ({
    ...mail,
    id: newId("mal", ctx.now),
    userId,
    status: "queued" as const,
    nextAttemptAt: dueAt,
    createdAt: ctx.now,
  }));
  return {
    statements: rows.map((row) => insertMail(ctx.db, row)),
    mailIds: rows.filter(({ nextAttemptAt }) => nextAttemptAt <= ctx.now).map(({ id }) => id),
  };
}

function pair<Row extends { id: string }>(before: Row[], after: Row[]): Change<Row>[] {
  const known = new Map(before.map((row) => [row.id, row]));
  return after.map((row) => ({ before: known.get(row.id), after: row }));
}

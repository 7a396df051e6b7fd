import {
  and,
  eq,
  getTableColumns,
  getTableName,
  isNull,
  sql,
  type AnyColumn,
  type SQL,
  type SQLWrapper,
} from "drizzle-orm";
import type { SQLiteTable, SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { Database, Statement } from "../db/client.ts";
import { emailTokens, identities, linkIntents, sessions, users } from "../db/schema/account.ts";
import { auditEntries } from "../db/schema/audit.ts";
import {
  checkouts,
  orders,
  paymentAlerts,
  paymentPacks,
  payments,
  stripeCustomers,
  subscriptionItems,
  subscriptions,
  winBackOffers,
} from "../db/schema/billing.ts";
import { customerMessages } from "../db/schema/customer-messages.ts";
import { customerNotes, customerTags } from "../db/schema/customer-notes.ts";
import { checkoutLinks, claims, webhookDeliveries } from "../db/schema/developers.ts";
import { downloads } from "../db/schema/files.ts";
import { feedChunkUsers, feedErasures, feedEvents, feedNewest } from "../db/schema/feed.ts";
import { gifts, grants, seatDomains, seatPools } from "../db/schema/grants.ts";
import { events } from "../db/schema/inbox.ts";
import { activations, licenseKeys } from "../db/schema/licenses.ts";
import { notificationCursors, notificationSettings } from "../db/schema/notifications.ts";
import { outboxEmails } from "../db/schema/outbox.ts";
import { statements } from "../db/schema/statements.ts";
import { incidents } from "../db/schema/sweeps.ts";
import { invitations, savedFilters } from "../db/schema/team.ts";
import {
  customerFigures,
  customerProducts,
  mrrMovements,
  mrrSteps,
  staleCustomers,
} from "../db/schema/totals.ts";
import { moveNewest } from "../feed/erase-events.ts";
import { moveDownloads } from "../delivery/downloads/store.ts";
import { moveCheckouts } from "../purchases/checkout/store.ts";
import { markCustomerStale } from "../purchases/customer-figures/store.ts";
import { movePayments, type PaymentRow } from "../purchases/payments/store.ts";
import { moveStripeCustomers } from "../sync/customer/store.ts";
import { moveTags } from "./store-tags.ts";
import { redactEntriesOfDeleted } from "../audit/store.ts";
import { erasedStatement } from "../law/statements/store.ts";
import type { EventRow } from "../sync/inbox/store.ts";
import { erasePayloadsOfUser } from "../sync/inbox/store-payloads.ts";

/** `email` is verified, and in lower case; null if there is none. */
export type Deletion = { email: string | null; now: number };

/** What a table answers about the rows of a user. */
type Answers<T extends SQLiteTable> = {
  /** The column with the user's id, or the condition that finds the rows. */
  of: AnyColumn | ((userId: SQLWrapper) => SQL);
  /** Whether the rows are in the file that the user exports, and the columns that are not: hashes and leases. */
  inExport: boolean | { without: string[] };
  /**
   * When the account is deleted: the values that replace the personal data of rows that are kept, or own statements.
   */
  onDelete:
    | "keep"
    | "delete"
    | { set: SQLiteUpdateSetSource<T> }
    | ((db: Database, deleted: { userId: SQL } & Deletion) => Statement[]);
  /** When the account is merged into another: `move` gives the rows the other user's id. */
  onMerge:
    | "keep"
    | "delete"
    | "move"
    | ((db: Database, fromId: string, intoId: string) => Statement[]);
  /** Whether the preview of a merge counts the rows. They are found by `user_id`. */
  isCounted: boolean;
};

function declare<T extends SQLiteTable, const A extends Answers<T>>(table: T, answers: A) {
  return { table, ...answers };
}

/** What the shop knows without personal data: figures, alerts and deliveries. */
const keptByTheShop = {
  inExport: false,
  onDelete: "keep",
  onMerge: "keep",
  isCounted: false,
} as const;

/** Matches the rows of the user's Stripe customers. */
const byCustomer = (column: AnyColumn) => (userId: SQLWrapper) =>
  sql`${column} IN (SELECT id FROM customers WHERE user_id = ${userId})`;

/** Matches the rows with the user's verified email. */
const byEmail = (column: AnyColumn) => (userId: SQLWrapper) =>
  sql`${column} = (SELECT lower(email) FROM users WHERE id = ${userId} AND email_verified)`;

/** Deletes the rows with the email of a user whose own row no longer has it. */
const deleteByEmail =
  (table: SQLiteTable, column: AnyColumn) =>
  (db: Database, { userId, email }: { userId: SQL } & Deletion) => [
    db.delete(table).where(sql`${userId} IS NOT NULL AND ${column} = ${email}`),
  ];

/**
 * Every table with rows of users. The order is that of the statements: a license key refers to its grant, entries of
 * the audit log are found by keys and invitations, and what is found by the user's Stripe customers moves before they
 * do. A test says that none is missing. The user's own row is `users`.
 */
const userTables = {
  // The log is the team's. It loses the devices of the user's keys, and the invitations to their email.
  auditEntries: declare(auditEntries, {
    of: auditEntries.targetId,
    inExport: false,
    onDelete: redactEntriesOfDeleted,
    onMerge: "keep",
    isCounted: false,
  }),
  invitations: declare(invitations, {
    of: byEmail(invitations.email),
    inExport: false,
    onDelete: deleteByEmail(invitations, invitations.email),
    onMerge: "keep",
    isCounted: false,
  }),
  emailTokens: declare(emailTokens, {
    of: byEmail(emailTokens.email),
    inExport: false,
    onDelete: deleteByEmail(emailTokens, emailTokens.email),
    onMerge: "keep",
    isCounted: false,
  }),
  identities: declare(identities, {
    of: identities.userId,
    inExport: true,
    onDelete: "delete",
    onMerge: "move",
    isCounted: true,
  }),
  sessions: declare(sessions, {
    of: sessions.userId,
    inExport: { without: ["tokenHash"] },
    onDelete: "delete",
    onMerge: "delete",
    isCounted: true,
  }),
  linkIntents: declare(linkIntents, {
    of: linkIntents.userId,
    inExport: { without: ["stateHash"] },
    onDelete: "delete",
    onMerge: "delete",
    isCounted: false,
  }),
  checkouts: declare(checkouts, {
    of: byCustomer(checkouts.customerId),
    inExport: true,
    onDelete: { set: { referral: null, gift: null } },
    onMerge: moveCheckouts,
    isCounted: false,
  }),
  orders: declare(orders, {
    of: orders.userId,
    inExport: true,
    onDelete: { set: { referral: null } },
    onMerge: "move",
    isCounted: true,
  }),
  subscriptions: declare(subscriptions, {
    of: subscriptions.userId,
    inExport: true,
    onDelete: { set: { cancellationComment: null, referral: null } },
    onMerge: "move",
    isCounted: true,
  }),
  subscriptionItems: declare(subscriptionItems, {
    of: (userId) =>
      sql`${subscriptionItems.subscriptionId} IN (SELECT id FROM subscriptions WHERE user_id = ${userId})`,
    inExport: true,
    onDelete: "keep",
    onMerge: "keep",
    isCounted: false,
  }),
  winBackOffers: declare(winBackOffers, {
    of: (userId) =>
      sql`${winBackOffers.subscriptionId} IN (SELECT id FROM subscriptions WHERE user_id = ${userId})`,
    inExport: true,
    onDelete: "keep",
    onMerge: "keep",
    isCounted: false,
  }),
  payments: declare(payments, {
    of: payments.userId,
    inExport: true,
    onDelete: "keep",
    onMerge: movePayments,
    isCounted: false,
  }),
  // A pack moves with its Stripe customer. The export has the payments themselves.
  paymentPacks: declare(paymentPacks, {
    of: byCustomer(paymentPacks.customerId),
    ...keptByTheShop,
  }),
  licenseKeys: declare(licenseKeys, {
    of: licenseKeys.userId,
    inExport: { without: ["keyHash"] },
    onDelete: "delete",
    onMerge: "move",
    isCounted: true,
  }),
  // The database deletes the activations of a deleted key.
  activations: declare(activations, {
    of: (userId) =>
      sql`${activations.licenseKeyId} IN (SELECT id FROM license_keys WHERE user_id = ${userId})`,
    inExport: true,
    onDelete: "keep",
    onMerge: "keep",
    isCounted: false,
  }),
  grants: declare(grants, {
    of: grants.userId,
    inExport: true,
    onDelete: "delete",
    onMerge: "move",
    isCounted: true,
  }),
  gifts: declare(gifts, {
    of: gifts.userId,
    inExport: true,
    onDelete: "delete",
    onMerge: "move",
    isCounted: true,
  }),
  // A claim is kept without personal data, so that its link stays used.
  claims: declare(claims, {
    of: claims.claimedBy,
    inExport: { without: ["secretHash"] },
    onDelete: {
      set: {
        issuer: null,
        subject: null,
        email: null,
        note: "",
        message: "",
        giverName: null,
        recipientName: null,
      },
    },
    onMerge: "move",
    isCounted: false,
  }),
  // What a guest bought waits for an account (decision 121). With the guest, nobody can take it any more.
  guestClaims: declare(claims, {
    of: claims.guestId,
    inExport: { without: ["secretHash"] },
    onDelete: {
      set: { email: null, revokedAt: sql`coalesce(revoked_at, created_at)`, emailDueAt: null },
    },
    // An admin may merge a guest, too. The link is used then.
    onMerge: (db, fromId, intoId) => [
      db
        .update(claims)
        .set({ claimedBy: intoId, claimedAt: sql`${claims.createdAt}`, emailDueAt: null })
        .where(and(eq(claims.guestId, fromId), isNull(claims.claimedAt))),
    ],
    isCounted: false,
  }),
  // What the user bought for others, who keep it without the user's name and words.
  boughtGifts: declare(claims, {
    of: claims.buyerId,
    inExport: { without: ["secretHash", "claimedBy"] },
    onDelete: (db, { userId }) => [
      db
        .update(gifts)
        .set({ giverName: "", message: "" })
        .where(sql`${gifts.id} IN (SELECT id FROM claims WHERE buyer_id = ${userId})`),
      db
        .update(claims)
        .set({ giverName: "", message: "", recipientName: null, managesSeats: false })
        .where(eq(claims.buyerId, userId)),
    ],
    onMerge: "move",
    isCounted: false,
  }),
  // Seats that the user has bought. Who has one keeps it as long as the purchase gives access, without the user's name,
  // and nobody manages them.
  seatPools: declare(seatPools, {
    of: seatPools.userId,
    inExport: { without: ["linkHash"] },
    onDelete: (db, { userId }) => [
      db
        .update(gifts)
        .set({ giverName: "", managesSeats: false })
        .where(sql`${gifts.seatOf} IN (SELECT id FROM seat_pools WHERE user_id = ${userId})`),
      db.update(seatPools).set({ linkHash: null }).where(eq(seatPools.userId, userId)),
    ],
    onMerge: "move",
    isCounted: false,
  }),
  // They move with the pool. Without the buyer, nobody answers for them.
  seatDomains: declare(seatDomains, {
    of: (userId) =>
      sql`${seatDomains.poolId} IN (SELECT id FROM seat_pools WHERE user_id = ${userId})`,
    inExport: true,
    onDelete: "delete",
    onMerge: "keep",
    isCounted: false,
  }),
  // Also links for nobody in particular, if they suggest the email of the account or were opened by it.
  checkoutLinks: declare(checkoutLinks, {
    of: checkoutLinks.userId,
    inExport: true,
    onDelete: (db, { userId, email }) => [
      db.update(checkoutLinks).set({ email: null, metadata: {} })
        .where(sql`${userId} IS NOT NULL AND (${checkoutLinks.userId} = ${userId}
          OR lower(${checkoutLinks.email}) = ${email} OR ${checkoutLinks.id} IN (
            SELECT link_id FROM checkouts WHERE link_id IS NOT NULL AND ${byCustomer(checkouts.customerId)(userId)}))`),
    ],
    onMerge: "move",
    isCounted: false,
  }),
  downloads: declare(downloads, {
    of: downloads.userId,
    inExport: true,
    onDelete: "delete",
    onMerge: moveDownloads,
    isCounted: true,
  }),
  emails: declare(outboxEmails, {
    of: outboxEmails.userId,
    inExport: true,
    onDelete: "delete",
    onMerge: "move",
    isCounted: true,
  }),
  // Messages to this customer alone, also those that nobody has sent.
  customerMessages: declare(customerMessages, {
    of: customerMessages.userId,
    inExport: { without: ["authorId", "mode", "listedUpTo"] },
    onDelete: "delete",
    onMerge: "move",
    isCounted: false,
  }),
  // The team's own words about a customer.
  customerNotes: declare(customerNotes, {
    of: customerNotes.userId,
    inExport: false,
    onDelete: "delete",
    onMerge: "move",
    isCounted: false,
  }),
  customerTags: declare(customerTags, {
    of: customerTags.userId,
    inExport: false,
    onDelete: "delete",
    onMerge: moveTags,
    isCounted: false,
  }),
  // Calculated from what the export has, and again after a merge.
  customerFigures: declare(customerFigures, {
    of: customerFigures.userId,
    inExport: false,
    onDelete: "delete",
    onMerge: (db, fromId, intoId) => [
      db.delete(customerFigures).where(eq(customerFigures.userId, fromId)),
      markCustomerStale(intoId),
    ],
    isCounted: false,
  }),
  customerProducts: declare(customerProducts, {
    of: customerProducts.userId,
    inExport: false,
    onDelete: "delete",
    onMerge: "delete",
    isCounted: false,
  }),
  staleCustomers: declare(staleCustomers, {
    of: staleCustomers.userId,
    inExport: false,
    onDelete: "delete",
    onMerge: "delete",
    isCounted: false,
  }),
  // Kept as evidence, without what is personal. Also those about no known contract, if they have the user's email.
  statements: declare(statements, {
    of: statements.userId,
    inExport: { without: ["decidedBy"] },
    onDelete: (db, { userId, email }) => [
      db
        .update(statements)
        .set(erasedStatement)
        .where(
          sql`${userId} IS NOT NULL AND (${statements.userId} = ${userId} OR lower(${statements.email}) = ${email})`,
        ),
    ],
    onMerge: "move",
    isCounted: false,
  }),
  // The next three are of members only, and a member's account is not merged.
  notificationSettings: declare(notificationSettings, {
    of: notificationSettings.userId,
    inExport: true,
    onDelete: "delete",
    onMerge: "keep",
    isCounted: false,
  }),
  notificationCursors: declare(notificationCursors, {
    of: notificationCursors.userId,
    inExport: true,
    onDelete: "delete",
    onMerge: "keep",
    isCounted: false,
  }),
  savedFilters: declare(savedFilters, {
    of: savedFilters.userId,
    inExport: true,
    onDelete: "delete",
    onMerge: "keep",
    isCounted: false,
  }),
  // The feed keeps its events; `eraseEvents` removes the personal data once the last event is written.
  feedEvents: declare(feedEvents, {
    of: feedEvents.userId,
    inExport: true,
    onDelete: "keep",
    onMerge: "keep",
    isCounted: false,
  }),
  // Where the user's archived events are. The export has the events themselves.
  feedChunkUsers: declare(feedChunkUsers, { of: feedChunkUsers.userId, ...keptByTheShop }),
  feedNewest: declare(feedNewest, {
    of: feedNewest.userId,
    ...keptByTheShop,
    onMerge: (_db, fromId, intoId) => [moveNewest(fromId, intoId)],
  }),
  feedErasures: declare(feedErasures, { of: feedErasures.userId, ...keptByTheShop }),
  // A delivery says only that an event was sent to the seller's program.
  webhookDeliveries: declare(webhookDeliveries, {
    of: webhookDeliveries.userId,
    ...keptByTheShop,
  }),
  paymentAlerts: declare(paymentAlerts, {
    of: byCustomer(paymentAlerts.customerId),
    ...keptByTheShop,
  }),
  incidents: declare(incidents, { of: byCustomer(incidents.customerId), ...keptByTheShop }),
  mrrSteps: declare(mrrSteps, { of: byCustomer(mrrSteps.customerId), ...keptByTheShop }),
  mrrMovements: declare(mrrMovements, {
    of: byCustomer(mrrMovements.customerId),
    ...keptByTheShop,
  }),
  events: declare(events, {
    of: byCustomer(events.customerId),
    inExport: true,
    onDelete: (_db, { userId, now }) => erasePayloadsOfUser(userId, now),
    onMerge: "keep",
    isCounted: false,
  }),
  customers: declare(stripeCustomers, {
    of: stripeCustomers.userId,
    inExport: { without: ["leaseToken", "leaseUntil", "fence"] },
    onDelete: { set: { email: null } },
    onMerge: moveStripeCustomers,
    isCounted: false,
  }),
};

type UserTables = typeof userTables;
type UserTable = { table: SQLiteTable } & Answers<SQLiteTable>;
const tables = Object.entries(userTables) as [keyof UserTables, UserTable][];

const matchRows = ({ of }: UserTable, userId: SQL) =>
  typeof of === "function" ? of(userId) : eq(of, userId);

/** The tables by name, for tests. Their full types would be 600 kB of declarations. */
export const tablesOfUsers: Record<string, { table: SQLiteTable }> = userTables;

/** Reads every row about a user in one snapshot. */
export async function readUserData(db: Database, userId: string) {
  const exported = tables.filter(([, { inExport }]) => inExport !== false);
  const [[user], ...rows] = await db.batch([
    db.select().from(users).where(eq(users.id, userId)),
    ...exported.map(([, table]) => {
      const left = typeof table.inExport === "object" ? table.inExport.without : [];
      const columns = Object.entries(getTableColumns(table.table)).filter(
        ([name]) => !left.includes(name),
      );
      return db
        .select(Object.fromEntries(columns))
        .from(table.table)
        .where(matchRows(table, sql`${userId}`));
    }),
  ]);
  const named = exported.map(([name], index) => [name, rows[index] ?? []] as const);
  return {
    user: user ?? null,
    ...(Object.fromEntries(named) as Omit<
      Record<keyof UserTables, Record<string, unknown>[]>,
      "events" | "payments"
    > & { events: EventRow[]; payments: PaymentRow[] }),
  };
}

/** Deletes the data of a user who is already marked as deleted. Does nothing for other users. */
export function deleteUserData(
  db: Database,
  { userId, ...deletion }: { userId: string } & Deletion,
): Statement[] {
  const deletedUserId = sql`(SELECT id FROM users WHERE id = ${userId} AND status = 'deleted')`;
  return tables.flatMap(([, table]): Statement[] => {
    const { onDelete } = table;
    if (onDelete === "keep") return [];
    if (typeof onDelete === "function") return onDelete(db, { userId: deletedUserId, ...deletion });
    const rows = matchRows(table, deletedUserId);
    if (onDelete === "delete") return [db.delete(table.table).where(rows)];
    return [db.update(table.table).set(onDelete.set).where(rows)];
  });
}

/** Two accounts of one user: `fromId` is closed, and everything it has moves to `intoId`. */
export type MergePair = { fromId: string; intoId: string };

/**
 * Moves everything to `intoId`. Rows of a Stripe customer move with it; it becomes secondary if the other account has
 * its own. Download counts of the same file are added up.
 */
export function moveUserData(db: Database, { fromId, intoId }: MergePair): Statement[] {
  return tables.flatMap(([, { table, of, onMerge }]): Statement[] => {
    if (onMerge === "keep") return [];
    if (typeof onMerge === "function") return onMerge(db, fromId, intoId);
    if (typeof of === "function") throw new Error(`${getTableName(table)} has no column to change`);
    const rows = eq(of, fromId);
    if (onMerge === "delete") return [db.delete(table).where(rows)];
    return [
      db
        .update(table)
        .set({ [keyOf(table, of)]: intoId })
        .where(rows),
    ];
  });
}

/** Returns the name that the schema gives a column. */
function keyOf(table: SQLiteTable, column: AnyColumn): string {
  const entry = Object.entries(getTableColumns(table)).find(([, each]) => each === column);
  if (!entry) throw new Error(`${getTableName(table)} has no column ${column.name}`);
  return entry[0];
}

type CountedName = {
  [Name in keyof UserTables]: UserTables[Name]["isCounted"] extends true ? Name : never;
}[keyof UserTables];

/** Counts what a user has, by kind. */
export async function countUserData(db: Database, userId: string) {
  const counts = tables
    .filter(([, { isCounted }]) => isCounted)
    .map(
      ([name, { table }]) =>
        `(SELECT count(*) FROM ${getTableName(table)} WHERE user_id = ?1) AS ${name}`,
    );
  const open = `(SELECT count(*) FROM checkouts WHERE user_id = ?1 AND status = 'open') AS openCheckouts`;
  const row = await db.$client
    .prepare(`SELECT ${[...counts, open].join(", ")}`)
    .bind(userId)
    .first<Record<CountedName | "openCheckouts", number>>();
  if (!row) throw new Error("SQLite returned no row of counts");
  return row;
}

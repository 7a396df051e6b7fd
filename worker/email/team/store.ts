import { and, desc, eq, gt, lte, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { matches, type Database, type Statement } from "../../db/client.ts";
import { deleteOldest } from "../../db/old-rows.ts";
import { users } from "../../db/schema/account.ts";
import {
  notificationCursors,
  notificationKinds,
  notifications,
  notificationSettings,
  type NotificationKind,
  type NotificationRange,
} from "../../db/schema/notifications.ts";
import { pick } from "../../lib/pick.ts";

export type NotificationRow = typeof notifications.$inferSelect;
export type NotificationCursorRow = typeof notificationCursors.$inferSelect;

/** Writes a notification, unless there is one with the same key. */
export function insertNotification(
  db: Database,
  row: Omit<NotificationRow, "sequence">,
): Statement {
  return db.insert(notifications).values(row).onConflictDoNothing();
}

const memberColumns = {
  ...pick(users, ["id", "name", "email", "emailVerified", "role"]),
  deliveries: notificationSettings.deliveries,
  timeZone: notificationSettings.timeZone,
};

const isActiveMember = and(sql`role <> 'buyer'`, eq(users.status, "active"));

/** Lists the active members of the team with what they chose; null for those who chose nothing yet. */
export function listMembersWithChoices(db: Database) {
  return db
    .select(memberColumns)
    .from(users)
    .leftJoin(notificationSettings, eq(notificationSettings.userId, users.id))
    .where(isActiveMember);
}

/** Finds an active member of the team. */
export function findMemberWithChoices(db: Database, userId: string) {
  return db
    .select(memberColumns)
    .from(users)
    .leftJoin(notificationSettings, eq(notificationSettings.userId, users.id))
    .where(and(eq(users.id, userId), isActiveMember))
    .get();
}

/** Saves one choice. Concurrent changes of other kinds all take effect. Null keeps the time zone. */
export function upsertChoice(
  db: Database,
  row: Pick<
    typeof notificationSettings.$inferInsert,
    "userId" | "deliveries" | "timeZone" | "updatedAt"
  >,
): Statement {
  return db
    .insert(notificationSettings)
    .values(row)
    .onConflictDoUpdate({
      target: notificationSettings.userId,
      set: {
        deliveries: sql`json_patch(${notificationSettings.deliveries}, excluded.deliveries)`,
        timeZone: sql`coalesce(excluded.time_zone, ${notificationSettings.timeZone})`,
        updatedAt: row.updatedAt,
      },
    });
}

/** Lists the cursors of every member. They are a handful for each. */
export function listCursors(db: Database) {
  return db.select().from(notificationCursors);
}

/**
 * Moves a cursor, if it has not moved meanwhile and the email that reports the notifications was queued. Otherwise
 * another worker was faster.
 * @param input.from where it stood; 0 if there is none
 * @param input.emailId null if there is nothing to report
 */
export function moveCursor(
  row: NotificationCursorRow,
  { from, emailId }: { from: number; emailId: string | null },
): Statement {
  return sql`INSERT INTO notification_cursors (user_id, kind, sequence, emailed_at)
      SELECT ${row.userId}, ${row.kind}, ${row.sequence}, ${row.emailedAt}
      WHERE ${emailId} IS NULL OR EXISTS (SELECT 1 FROM emails WHERE id = ${emailId})
      ON CONFLICT (user_id, kind) DO UPDATE SET sequence = excluded.sequence, emailed_at = excluded.emailed_at
      WHERE notification_cursors.sequence = ${from}`;
}

/** Moves a member's cursor to the newest notification: what happened while a kind was off is not reported later. */
export function skipNotifications(input: { userId: string; kind: NotificationKind }): Statement {
  return sql`INSERT INTO notification_cursors (user_id, kind, sequence, emailed_at)
      VALUES (${input.userId}, ${input.kind}, coalesce((SELECT max(sequence) FROM notifications), 0), NULL)
      ON CONFLICT (user_id, kind) DO UPDATE SET sequence = max(sequence, excluded.sequence)`;
}

/** Returns the newest notification of each kind, with 0 where there is none. One index seek for each kind. */
export async function mapNewest(db: Database, mode: Mode): Promise<Map<NotificationKind, number>> {
  const columns = notificationKinds.map(
    (kind) => sql`coalesce((SELECT max(sequence) FROM notifications
      WHERE mode = ${mode} AND kind = ${kind}), 0) AS ${sql.identifier(kind)}`,
  );
  const [newest] = await db.all<Record<NotificationKind, number>>(
    sql`SELECT ${sql.join(columns, sql`, `)}`,
  );
  return new Map(notificationKinds.map((kind) => [kind, newest?.[kind] ?? 0]));
}

/** Returns the sequence of the last notification written until `at`; 0 if there is none. */
export async function readLastUntil(db: Database, at: number): Promise<number> {
  const row = await db
    .select({ sequence: notifications.sequence })
    .from(notifications)
    .where(lte(notifications.createdAt, at))
    .orderBy(desc(notifications.createdAt), desc(notifications.sequence))
    .limit(1)
    .get();
  return row?.sequence ?? 0;
}

const inRange = (mode: Mode, { kind, after, upTo }: NotificationRange) =>
  and(
    matches(notifications, { mode, kind }),
    gt(notifications.sequence, after),
    lte(notifications.sequence, upTo),
  );

/** How many notifications of an event there are in a currency, and the sum of their amounts in minor units. */
export type NotificationTotal = {
  event: string;
  currency: string | null;
  count: number;
  amountMinor: number | null;
};

/** Counts the notifications of a range by event and currency. */
export function listTotals(
  db: Database,
  mode: Mode,
  range: NotificationRange,
): Promise<NotificationTotal[]> {
  return db
    .select({
      event: sql<string>`${notifications.facts} ->> 'event'`,
      currency: notifications.currency,
      count: sql<number>`count(*)`,
      amountMinor: sql<number | null>`sum(${notifications.amountMinor})`,
    })
    .from(notifications)
    .where(inRange(mode, range))
    .groupBy(sql`1`, notifications.currency)
    .orderBy(desc(sql`3`), notifications.currency);
}

/** Deletes what was written before `before`: by then all emails about it were sent. */
export const oldNotifications = deleteOldest(notifications, {
  name: "notifications of the team",
  kind: "notifications",
  time: notifications.createdAt,
});

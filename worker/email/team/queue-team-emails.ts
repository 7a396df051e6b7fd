import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import type { NotificationKind, NotificationRange } from "../../db/schema/notifications.ts";
import { logFailure } from "../../lib/log.ts";
import { DAY, MINUTE } from "../../lib/time.ts";
import { sendQueuedEmails } from "../send-queued-emails.ts";
import { toOutboxRow } from "../queued-email.ts";
import { insertEmail } from "../store.ts";
import { listKindsOf, resolveDeliveries } from "./deliveries.ts";
import { getDigestDay } from "./local-time.ts";
import {
  readLastUntil,
  listCursors,
  listMembersWithChoices,
  mapNewest,
  moveCursor,
  type NotificationCursorRow,
} from "./store.ts";

/** After an email about a kind, the next one waits this long and reports everything since. */
const MIN_INTERVAL_MS = 15 * MINUTE;
/** Older notifications are dropped: no backlog for new members, or after downtime. */
const MAX_AGE_MS = { immediate: DAY, daily: 3 * DAY };

/** Queues the immediate emails to members, and sends them. Call it after the commit of a notification. Never throws. */
export async function notifyTeam(ctx: Ctx): Promise<void> {
  try {
    const ids = await queueTeamEmails(ctx);
    if (ids.length > 0) await sendQueuedEmails(ctx, { ids });
  } catch (error) {
    // The next run of cron queues them.
    logFailure(ctx, "email.failed", error);
  }
}

/**
 * Queues the emails to the team that are due: one for each member and kind with immediate emails, and the digests. Safe
 * to run concurrently: the cursor of a member is moved in the batch that queues the email, and only once.
 * @returns the ids of the emails
 */
export async function queueTeamEmails(ctx: Ctx): Promise<string[]> {
  if (!ctx.config.auth.emailSender) return [];
  const { db, now } = ctx;
  const members = await listMembersWithChoices(db);
  if (members.length === 0) return [];
  const [cursors, newest, immediateFloor, dailyFloor] = await Promise.all([
    listCursors(db),
    mapNewest(db, ctx.config.stripe.mode),
    readLastUntil(db, now - MAX_AGE_MS.immediate),
    readLastUntil(db, now - MAX_AGE_MS.daily),
  ]);
  const cursorOf = new Map(cursors.map((row) => [`${row.userId} ${row.kind}`, row]));
  const queued = members.flatMap((member) => {
    const deliveries = resolveDeliveries(member);
    const find = (kind: NotificationCursorRow["kind"]) => cursorOf.get(`${member.id} ${kind}`);
    const pendingOf = (delivery: "immediate" | "daily", floor: number): Pending[] =>
      listKindsOf(member.role).flatMap((kind) => {
        const cursor = find(kind);
        const from = cursor?.sequence ?? 0;
        const range = { kind, after: Math.max(from, floor), upTo: newest.get(kind) ?? 0 };
        return deliveries[kind] === delivery && range.upTo > range.after
          ? [{ from, range, emailedAt: cursor?.emailedAt ?? null }]
          : [];
      });
    return [
      ...queueImmediate(ctx, member.id, pendingOf("immediate", immediateFloor)),
      ...queueDigest(ctx, member, find("digest"), pendingOf("daily", dailyFloor)),
    ];
  });
  await commit(
    db,
    queued.flatMap(({ statements }) => statements),
  );
  return queued.flatMap(({ emailId }) => emailId ?? []);
}

/** The notifications of a kind that a member did not get yet. `from` is the position of the cursor. */
type Pending = { from: number; range: NotificationRange; emailedAt: number | null };

type Queued = { statements: Statement[]; emailId: string | null };

function queueImmediate(ctx: Ctx, userId: string, pending: Pending[]): Queued[] {
  return pending
    .filter(({ emailedAt }) => emailedAt === null || emailedAt <= ctx.now - MIN_INTERVAL_MS)
    .map(({ from, range }) => {
      const email = toOutboxRow(ctx, {
        userId,
        kind: "notification",
        dedupeKey: `${userId}:${range.kind}:${from}`,
        sourceId: range.kind,
        covers: [range],
      });
      return {
        emailId: email.id,
        statements: [
          insertEmail(ctx.db, email),
          moveCursor(toCursor(userId, range.kind, range.upTo, ctx.now), {
            from,
            emailId: email.id,
          }),
        ],
      };
    });
}

/**
 * Queues the digest of a member's day: once, from the morning on, or later if the shop was down in the morning. A day
 * without notifications has none.
 */
function queueDigest(
  ctx: Ctx,
  member: { id: string; timeZone: string | null },
  last: NotificationCursorRow | undefined,
  pending: Pending[],
): Queued[] {
  const { id: userId, timeZone } = member;
  const zone = timeZone ?? "UTC";
  const day = getDigestDay(ctx.now, zone);
  if (!last) {
    // The first digest comes in the next morning, not in the middle of a new member's day.
    const start = toCursor(userId, "digest", 1, ctx.now);
    return [{ emailId: null, statements: [moveCursor(start, { from: 0, emailId: null })] }];
  }
  if (getDigestDay(last.emailedAt ?? 0, zone) >= day) return [];
  const dayIsDone = moveCursor(toCursor(userId, "digest", last.sequence + 1, ctx.now), {
    from: last.sequence,
    emailId: null,
  });
  if (pending.length === 0) return [{ emailId: null, statements: [dayIsDone] }];
  const email = toOutboxRow(ctx, {
    userId,
    kind: "notification_digest",
    dedupeKey: `${userId}:${day}`,
    sourceId: day,
    covers: pending.map(({ range }) => range),
  });
  return [
    {
      emailId: email.id,
      statements: [
        insertEmail(ctx.db, email),
        ...pending.map(({ from, range }) =>
          moveCursor(toCursor(userId, range.kind, range.upTo, ctx.now), {
            from,
            emailId: email.id,
          }),
        ),
        dayIsDone,
      ],
    },
  ];
}

const toCursor = (
  userId: string,
  kind: NotificationKind | "digest",
  sequence: number,
  emailedAt: number,
): NotificationCursorRow => ({ userId, kind, sequence, emailedAt });

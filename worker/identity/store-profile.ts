import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { abortUnless, isOneOf, matches, type Database, type Statement } from "../db/client.ts";
import { users } from "../db/schema/account.ts";
import { pick } from "../lib/pick.ts";

/** Returns whether an account is active or deleted; undefined if there is none. */
export async function findUserStatus(db: Database, userId: string) {
  const columns = { status: users.status };
  const row = await db.select(columns).from(users).where(eq(users.id, userId)).get();
  return row?.status;
}

export async function userExists(db: Database, userId: string): Promise<boolean> {
  const row = await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).get();
  return row !== undefined;
}

/** Returns the name and email of a user. */
export function findNameAndEmail(db: Database, id: string) {
  return db
    .select(pick(users, ["id", "name", "email"]))
    .from(users)
    .where(eq(users.id, id))
    .get();
}

/** Returns the email for receipts, or null if it isn't verified. */
export async function findVerifiedEmail(db: Database, userId: string): Promise<string | null> {
  const user = await db
    .select({ email: users.email })
    .from(users)
    .where(matches(users, { id: userId, emailVerified: true }))
    .get();
  return user?.email ?? null;
}

const recipientFields = [
  "name",
  "email",
  "emailVerified",
  "status",
  "role",
  "locale",
  "timeZone",
  "wantsReminders",
  "wantsNews",
  "emailProblem",
  "isGuest",
] as const;

/** Returns the recipient of an email. */
export function findRecipient(db: Database, userId: string) {
  return db.select(pick(users, recipientFields)).from(users).where(eq(users.id, userId)).get();
}

/** Returns the recipients of emails, by their user's id. */
export async function mapRecipients(db: Database, userIds: string[]) {
  const rows = await db
    .select(pick(users, ["id", ...recipientFields]))
    .from(users)
    .where(isOneOf(users.id, userIds));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the language that a user has chosen or was shown last, as it is stored; null if unknown. */
export async function findUserLocale(db: Database, userId: string): Promise<string | null> {
  const row = await db
    .select({ locale: users.locale })
    .from(users)
    .where(eq(users.id, userId))
    .get();
  return row?.locale ?? null;
}

/** @param locale BCP 47 */
export function updateLocale(db: Database, userId: string, locale: string): Statement {
  return db.update(users).set({ locale }).where(eq(users.id, userId));
}

/** @param timeZone an IANA name */
export function updateTimeZone(db: Database, userId: string, timeZone: string): Statement {
  return db.update(users).set({ timeZone }).where(eq(users.id, userId));
}

export function updateName(db: Database, userId: string, name: string, now: number): Statement {
  return db.update(users).set({ name, updatedAt: now }).where(eq(users.id, userId));
}

/** Does nothing for a deleted account. Whoever wants reminders again has forgiven the one that they reported as spam. */
export function updateReminders(
  db: Database,
  { userId, wantsReminders }: { userId: string; wantsReminders: boolean },
): Statement {
  return db
    .update(users)
    .set({
      wantsReminders,
      ...(wantsReminders && {
        emailProblem: sql`nullif(${users.emailProblem}, 'complained')`,
      }),
    })
    .where(matches(users, { id: userId, status: "active" }));
}

/**
 * Saves whether a user wants news, as `updateReminders` does. The time stays that of the first time that they said the
 * same.
 * @param input.at in Unix milliseconds
 */
export function updateNews(
  db: Database,
  { userId, wantsNews, at }: { userId: string; wantsNews: boolean; at: number },
): Statement {
  return db
    .update(users)
    .set({
      wantsNews,
      wantsNewsAt: sql`CASE WHEN ${users.wantsNews} = ${Number(wantsNews)} THEN ${users.wantsNewsAt} ELSE ${at} END`,
      ...(wantsNews && {
        emailProblem: sql`nullif(${users.emailProblem}, 'complained')`,
      }),
    })
    .where(matches(users, { id: userId, status: "active" }));
}

/**
 * Records what the sender said about emails to a user, unless something newer is known. A report of spam turns reminders
 * and news off, also of a user whose emails bounce.
 * @param at in Unix milliseconds
 */
export function updateEmailProblem(
  db: Database,
  { userId, problem, at }: { userId: string; problem: "bounced" | "complained"; at: number },
): Statement {
  const { emailProblem, emailProblemAt } = users;
  return db
    .update(users)
    .set(
      problem === "bounced"
        ? { emailProblem: problem, emailProblemAt: at }
        : {
            emailProblem: sql`coalesce(${emailProblem}, 'complained')`,
            emailProblemAt: at,
            wantsReminders: false,
            wantsNews: false,
          },
    )
    .where(
      and(
        matches(users, { id: userId, status: "active" }),
        sql`coalesce(${emailProblemAt}, 0) < ${at}`,
      ),
    );
}

/** Returns these users. A missing one is left out. */
export function listUsersById(db: Database, userIds: string[]) {
  return db
    .select(pick(users, ["id", "name", "email", "emailVerified", "role", "status"]))
    .from(users)
    .where(inArray(users.id, userIds));
}

/** Aborts the batch unless all of these users are active buyers. */
export function assertBuyers(userIds: string[]): Statement {
  const isActiveBuyer = matches(users, { status: "active", role: "buyer" });
  return abortUnless(users.createdAt, isActiveBuyer, inArray(users.id, userIds));
}

export async function countOtherOwners(db: Database, userId: string): Promise<number> {
  return db.$count(
    users,
    and(
      // Repeats the condition of the partial index `users_team`, so that SQLite can use it.
      sql`role <> 'buyer'`,
      eq(users.role, "owner"),
      eq(users.status, "active"),
      ne(users.id, userId),
    ),
  );
}

/**
 * Removes all personal data from the user's row and marks it as deleted: signing in to it is no longer possible. Does
 * nothing for the last owner.
 */
export function anonymizeUser(db: Database, userId: string, now: number): Statement {
  const isNotLastOwner = sql`(role <> 'owner' OR (SELECT count(*) FROM users WHERE role = 'owner' AND status = 'active') > 1)`;
  return db
    .update(users)
    .set({
      name: null,
      email: null,
      emailVerified: false,
      image: null,
      locale: null,
      timeZone: null,
      wantsNews: false,
      wantsNewsAt: null,
      emailProblem: null,
      emailProblemAt: null,
      externalId: null,
      metadata: null,
      role: "buyer",
      status: "deleted",
      updatedAt: now,
    })
    .where(and(eq(users.id, userId), isNotLastOwner));
}

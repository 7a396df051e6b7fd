import { and, desc, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";
import { benefits } from "../../db/schema/catalog.ts";
import { grantHasEnd, grantOverAt, grants } from "../../db/schema/grants.ts";
import { keyStanding, licenseKeys } from "../../db/schema/licenses.ts";
import type { Cursor } from "../../db/page-cursor.ts";
import { shown } from "./store-admin.ts";

/*
 * Keys narrowed to a state. Each index has one benefit's in order, so that the first of all are among the first of each:
 * what is read grows with the benefits that give keys, and not with the keys.
 */

type Narrowed = { benefitId?: string | undefined; after?: Cursor | undefined; limit: number };

/** Keys that stand so by their rows alone, newest first. */
export function listStanding(
  db: Database,
  input: Narrowed & { standing: "disabled" | "in_stock" | "issued" },
) {
  const { standing, after } = input;
  const isAfter = after ? sql`AND id < ${after.id}` : sql``;
  const first = firstOfEach(input, {
    from: sql`license_keys`,
    where: sql`${keyStanding} = ${standing} ${isAfter}`,
    order: sql`id DESC`,
  });
  return selectKeys(db)
    .where(sql`license_keys.id IN ${first}`)
    .orderBy(desc(licenseKeys.id))
    .limit(input.limit);
}

/** Keys whose own time was up by `now`, the latest first; `after` holds when that was. */
export function listExpired(db: Database, input: Narrowed & { now: number }) {
  const first = firstOfEach(input, latestFirst(sql`license_keys`, sql`expires_at`, input));
  return selectKeys(db)
    .where(sql`license_keys.id IN ${first}`)
    .orderBy(desc(licenseKeys.expiresAt), desc(licenseKeys.id))
    .limit(input.limit);
}

/** Keys in whose place their owner took another, the latest first; `after` holds when that was. */
export function listRotated(db: Database, input: Narrowed & { now: number }) {
  const first = firstOfEach(input, latestFirst(sql`license_keys`, sql`rotated_at`, input));
  return selectKeys(db)
    .where(sql`license_keys.id IN ${first}`)
    .orderBy(desc(licenseKeys.rotatedAt), desc(licenseKeys.id))
    .limit(input.limit);
}

/**
 * Grants of keys that are over, the latest first, each with its key where it has one; `after` holds when that was and the
 * grant's id. A freeze of revocations is not looked at.
 */
export function listOver(db: Database, input: Narrowed & { now: number }) {
  const { where, ...rest } = latestFirst(sql`grants`, grantOverAt, input);
  const first = firstOfEach(input, { ...rest, where: sql`${grantHasEnd} AND ${where}` });
  return db
    .select({ ...shown, key: licenseKeys, grant: grants, overAt: sql<number>`${grantOverAt}` })
    .from(grants)
    .innerJoin(benefits, eq(benefits.id, grants.benefitId))
    .leftJoin(licenseKeys, and(eq(licenseKeys.grantId, grants.id), isNull(licenseKeys.rotatedAt)))
    .leftJoin(users, eq(users.id, licenseKeys.userId))
    .where(sql`grants.id IN ${first}`)
    .orderBy(desc(grantOverAt), desc(grants.id))
    .limit(input.limit);
}

function selectKeys(db: Database) {
  return db
    .select(shown)
    .from(licenseKeys)
    .innerJoin(benefits, eq(benefits.id, licenseKeys.benefitId))
    .leftJoin(grants, eq(grants.id, licenseKeys.grantId))
    .leftJoin(users, eq(users.id, licenseKeys.userId));
}

type Part = { from: SQL; where: SQL; order: SQL };

/** Rows by a moment that is past. The pair alone would not be looked up in an index on an expression. */
function latestFirst(
  from: SQL,
  moment: SQL,
  { after, now }: { after?: Cursor | undefined; now: number },
): Part {
  const isAfter = after ? sql`AND (${moment}, id) < (${after.value}, ${after.id})` : sql``;
  return {
    from,
    where: sql`${moment} <= ${after?.value ?? now} ${isAfter}`,
    order: sql`${moment} DESC, id DESC`,
  };
}

/** The ids of the first so many of each benefit that gives keys, or of one. */
function firstOfEach({ benefitId, limit }: Narrowed, { from, where, order }: Part): SQL {
  const ofOne = benefitId === undefined ? sql`` : sql`AND giving.id = ${benefitId}`;
  return sql`(SELECT found.id FROM benefits giving JOIN ${from} found ON found.id IN (
      SELECT id FROM ${from} WHERE benefit_id = giving.id AND ${where} ORDER BY ${order} LIMIT ${limit})
    WHERE giving.type = 'license_key' ${ofOne})`;
}

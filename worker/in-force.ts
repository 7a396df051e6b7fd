import { sql, type SQL } from "drizzle-orm";

/** Returns whether a grant gives access at `now` (unix milliseconds). Depends on the grant's row alone. */
export function isInForce(
  grant: { revokedAt: number | null; endsAt: number | null },
  now: number,
): boolean {
  return grant.revokedAt === null && (grant.endsAt === null || grant.endsAt > now);
}

/**
 * Returns the same rule as an SQL condition.
 * @param table the name or alias of `grants` in that query
 */
export function inForce(now: number | SQL, table = "grants"): SQL {
  return sql`${sql.raw(beforeTime(table))}${now})`;
}

/** Returns the same rule for a query written as text. @param now an SQL expression or a placeholder */
export function inForceText(table: string, now: string): string {
  return `${beforeTime(table)}${now})`;
}

/**
 * Returns the SQL of the time used to evaluate access: now, or the start of outage mode while it is on.
 * @param now an SQL expression or a placeholder
 */
export function accessTimeText(now: string): string {
  return `min(${now}, coalesce((SELECT since FROM switches WHERE name = 'revocations_frozen'), ${now}))`;
}

function beforeTime(table: string): string {
  return `${table}.revoked_at IS NULL AND (${table}.ends_at IS NULL OR ${table}.ends_at > `;
}

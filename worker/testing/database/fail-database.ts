import { interceptDatabase } from "./intercept-database.ts";
import type { TestShop } from "../shop.ts";

/**
 * Makes the shop's next database calls fail that contain this SQL.
 * @param fault.sql part of a statement, such as `INSERT INTO events`
 * @param fault.times how many calls fail; 1 by default
 * @param fault.message what D1 says; by default, that the connection was lost
 * @param fault.afterCommit runs the call first, as if only its answer was lost
 */
export function failDatabase(
  shop: TestShop,
  fault: { sql: string; times?: number; message?: string; afterCommit?: boolean },
): void {
  let left = fault.times ?? 1;
  shop.env.DB = interceptDatabase(shop.env.DB, async (sql, call) => {
    if (left === 0 || !sql.some((text) => text.includes(fault.sql))) return call();
    left--;
    if (fault.afterCommit) await call();
    throw new Error(`D1_ERROR: ${fault.message ?? "Network connection lost."}`);
  });
}

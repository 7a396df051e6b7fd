import { sql, type AnyColumn, type SQL } from "drizzle-orm";
import { findIdRange } from "../shared/order-number.ts";

/**
 * Returns the condition for the orders or subscriptions with a number that people read, by their primary key; undefined
 * if the text is no such number. Two purchases of the same second can have the same number, so it may match several.
 * @param id the column of the ids
 */
export function hasNumber(
  id: SQL | AnyColumn,
  prefix: "ord" | "sub",
  text: string,
): SQL | undefined {
  const range = findIdRange(prefix, text);
  if (!range) return undefined;
  const { first, end, hash, hashAt } = range;
  return sql`(${id} >= ${first} AND ${id} < ${end} AND substr(${id}, ${hashAt}, ${hash.length}) = ${hash})`;
}

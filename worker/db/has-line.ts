import { sql, type AnyColumn, type SQL } from "drizzle-orm";

/**
 * Returns the condition for the orders that have a line of this product (`purchases/orders/lines.ts`).
 * @param lines the column of the lines
 */
export const hasLine = (lines: SQL | AnyColumn, productId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM json_each(${lines}) AS line WHERE line.value ->> 'productId' = ${productId})`;

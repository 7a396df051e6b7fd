import { and, isNull } from "drizzle-orm";
import { isOneOf, type Database, type Statement } from "../db/client.ts";
import { orders, subscriptions } from "../db/schema/billing.ts";

/** Returns the writes that note when the confirmation of these orders and subscriptions was sent. The first one counts. */
export function confirmContracts(
  db: Database,
  { sourceIds, at }: { sourceIds: string[]; at: number },
): Statement[] {
  const change = { confirmedAt: at };
  return [
    db
      .update(orders)
      .set(change)
      .where(and(isOneOf(orders.id, sourceIds), isNull(orders.confirmedAt))),
    db
      .update(subscriptions)
      .set(change)
      .where(and(isOneOf(subscriptions.id, sourceIds), isNull(subscriptions.confirmedAt))),
  ];
}

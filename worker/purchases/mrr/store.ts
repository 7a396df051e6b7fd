import { sql } from "drizzle-orm";
import { isOneOf, type Database, type Statement } from "../../db/client.ts";
import { mrrMovements, mrrSteps } from "../../db/schema/totals.ts";
import type { MrrMovement } from "./to-movements.ts";
import type { MrrStep } from "./to-steps.ts";

export function listStepsOfCustomers(db: Database, customerIds: string[]) {
  return db.select().from(mrrSteps).where(isOneOf(mrrSteps.customerId, customerIds));
}

export function listMovementsOfCustomers(db: Database, customerIds: string[]) {
  return db.select().from(mrrMovements).where(isOneOf(mrrMovements.customerId, customerIds));
}

/** One statement for any number of steps. */
export function insertSteps(steps: MrrStep[]): Statement {
  return sql`INSERT INTO mrr_steps (subscription_id, at, customer_id, currency, yearly_milli)
      SELECT value ->> 'subscriptionId', value ->> 'at', value ->> 'customerId', value ->> 'currency',
        value ->> 'yearlyMilli' FROM json_each(${JSON.stringify(steps)})`;
}

/**
 * Removes the rows of these subscriptions under other customers. A customer whose row was lost is recreated with
 * another id, and its subscriptions with the same ones. The old days are marked to be added up again.
 */
export function removeStepsOfLostCustomers(input: {
  customerId: string;
  subscriptionIds: string[];
}): Statement[] {
  const lost = sql`(SELECT customer_id FROM mrr_steps WHERE customer_id <> ${input.customerId}
    AND subscription_id IN (SELECT value FROM json_each(${JSON.stringify(input.subscriptionIds)})))`;
  return [
    sql`INSERT OR IGNORE INTO stale_days (mode, day)
        SELECT mode, day FROM mrr_movements WHERE customer_id IN ${lost}`,
    sql`DELETE FROM mrr_movements WHERE customer_id IN ${lost}`,
    sql`DELETE FROM mrr_steps WHERE customer_id IN ${lost}`,
  ];
}

/** Replaces the movements of these customers. */
export function replaceMovements(
  db: Database,
  customerIds: string[],
  movements: MrrMovement[],
): Statement[] {
  return [
    db.delete(mrrMovements).where(isOneOf(mrrMovements.customerId, customerIds)),
    sql`INSERT INTO mrr_movements (mode, day, customer_id, currency, kind, yearly_milli, cohort, subscriber_change)
        SELECT value ->> 'mode', value ->> 'day', value ->> 'customerId', value ->> 'currency', value ->> 'kind',
          value ->> 'yearlyMilli', value ->> 'cohort', value ->> 'subscriberChange'
        FROM json_each(${JSON.stringify(movements)})`,
  ];
}

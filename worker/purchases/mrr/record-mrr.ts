import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { openShopCalendar } from "../../settings/shop-settings.ts";
import type { SubscriptionItemRow, SubscriptionRow } from "../subscriptions/store.ts";
import { markDaysStale } from "../totals/store.ts";
import {
  insertSteps,
  listMovementsOfCustomers,
  listStepsOfCustomers,
  removeStepsOfLostCustomers,
  replaceMovements,
} from "./store.ts";
import { toMovements, type MrrMovement } from "./to-movements.ts";
import { toSteps } from "./to-steps.ts";

/**
 * Returns the writes that record what a Stripe customer's subscriptions pay from now on, and the movements of MRR that
 * follow. Nothing is written while they pay the same as before. Call it under the customer's lease.
 * @param input.items of these subscriptions
 * @param input.isChanged whether they will probably pay something else than before
 */
export async function recordMrr(
  ctx: Ctx,
  input: {
    customerId: string;
    rows: SubscriptionRow[];
    items: SubscriptionItemRow[];
    isChanged?: boolean;
  },
): Promise<Statement[]> {
  const { customerId, rows, items } = input;
  if (rows.length === 0) return [];
  const [existing, known] = await Promise.all([
    listStepsOfCustomers(ctx.db, [customerId]),
    input.isChanged ? listMovementsOfCustomers(ctx.db, [customerId]) : null,
  ]);
  const added = rows.flatMap((row) =>
    toSteps(
      row,
      items.filter(({ subscriptionId }) => subscriptionId === row.id),
      existing.filter(({ subscriptionId }) => subscriptionId === row.id),
      ctx.now,
    ),
  );
  if (added.length === 0) return [];
  const { mode } = ctx.config.stripe;
  const before = known ?? (await listMovementsOfCustomers(ctx.db, [customerId]));
  // A sync has read all settings under its lease: if the zone changes meanwhile, the recount waits for the sync.
  const { toDay } = await openShopCalendar(ctx);
  const after = toMovements({ mode, customerId }, [...existing, ...added], toDay);
  const subscriptionIds = [...new Set(added.map(({ subscriptionId }) => subscriptionId))];
  return [
    ...removeStepsOfLostCustomers({ customerId, subscriptionIds }),
    insertSteps(added),
    ...replaceMovements(ctx.db, [customerId], after),
    markDaysStale(ctx.db, mode, listChangedDays(before, after)),
  ];
}

/** Returns the days on which movements differ. */
export function listChangedDays(before: MrrMovement[], after: MrrMovement[]): string[] {
  const describe = (movement: MrrMovement) => JSON.stringify(Object.entries(movement).toSorted());
  const [known, wanted] = [new Set(before.map(describe)), new Set(after.map(describe))];
  const changed = [
    ...before.filter((movement) => !wanted.has(describe(movement))),
    ...after.filter((movement) => !known.has(describe(movement))),
  ];
  return [...new Set(changed.map(({ day }) => day))];
}

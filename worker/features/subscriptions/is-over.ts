import type { SubscriptionRow } from "./store.ts";

/** Whether nothing of a subscription can go on. */
export function isOver(row: Pick<SubscriptionRow, "status" | "endedAt">): boolean {
  return row.endedAt !== null || row.status === "canceled" || row.status === "incomplete_expired";
}

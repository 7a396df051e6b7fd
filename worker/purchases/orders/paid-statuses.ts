import type { OrderRow } from "./store.ts";

/** The statuses of an order that was paid, and of which something is left: nobody has taken all of it back. */
export const paidStatuses = new Set<OrderRow["status"]>(["paid", "partially_refunded"]);

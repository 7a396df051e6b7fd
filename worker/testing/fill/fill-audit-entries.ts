import { insertRows } from "./insert-rows.ts";

/** Inserts audit entries `from` to `to`: every hundredth is a refund, and ten in a row have the same target. */
export const fillAuditEntries = (from: number, to: number) =>
  insertRows(
    "audit_entries (id, actor_type, actor_id, action, target_id, request_id, created_at)",
    `printf('aud_%026d', i), 'user', printf('usr_%026d', i % 7),
     CASE i % 100 WHEN 0 THEN 'order.refunded' ELSE 'product.updated' END, printf('prd_%026d', i / 10), 'req_1', i`,
    { from, to },
  );

import type { Ctx } from "../../context.ts";
import {
  decodeCursor,
  PAGE_SIZE,
  toPage,
  type Page,
  type PageInput,
} from "../../db/page-cursor.ts";
import type { AuditAction } from "../../audit/actions.ts";
import { listEntries, type AuditEntryRow } from "../../audit/store.ts";

/** An audit entry with the actor's name; null for the system and for deleted users. */
export type AuditEntry = AuditEntryRow & { actorName: string | null };

/**
 * Lists the audit log, newest first.
 * @param input.search the id of the changed object, or an action such as `order.refunded`
 */
export async function listAuditEntries(
  ctx: Ctx,
  input: PageInput & {
    targetId?: string | undefined;
    actorId?: string | undefined;
    action?: AuditAction | undefined;
    search?: string | undefined;
  },
): Promise<Page<AuditEntry>> {
  const { cursor, limit = PAGE_SIZE, search, ...filters } = input;
  const beforeId = cursor === undefined ? undefined : decodeCursor(cursor).id;
  const rows = await listEntries(ctx.db, {
    ...filters,
    // Every action contains a dot, and no id does.
    ...(search && { [search.includes(".") ? "action" : "targetId"]: search }),
    beforeId,
    limit: limit + 1,
  });
  const entries = rows.map(({ entry, actorName, actorEmail }) => ({
    ...entry,
    actorName: actorName ?? actorEmail,
  }));
  return toPage(entries, limit, ({ id, createdAt }) => ({ value: createdAt, id }));
}

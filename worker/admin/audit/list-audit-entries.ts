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

/** An entry and who acted; a person who is gone has no name. */
export type AuditEntry = AuditEntryRow & { actorName: string | null };

/**
 * The audit log, newest first.
 * @param input.search the id of what was changed, or an action such as `order.refunded`
 */
export async function listAudit(
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
    // No id has a dot, and every action has one.
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

import type { Ctx } from "../context.ts";
import { readPage, type Page, type PageInput } from "../db/page-cursor.ts";
import type { AuditAction } from "./actions.ts";
import { firstIdAt } from "../lib/ids.ts";
import { toTimeRange, type DayRange } from "../lib/time.ts";
import { listEntries, type AuditEntryRow } from "./store.ts";

/** An audit entry with the actor's name; null for the system and for deleted users. */
export type AuditEntry = AuditEntryRow & { actorName: string | null };

/**
 * Lists the audit log, newest first.
 * @param input.search the id of the changed object, or an action such as `order.refunded`
 */
export async function listAuditEntries(
  ctx: Ctx,
  input: PageInput &
    DayRange & {
      targetId?: string | undefined;
      /** Entries about any of these. */
      targetIds?: string[] | undefined;
      actorId?: string | undefined;
      action?: AuditAction | undefined;
      search?: string | undefined;
    },
): Promise<Page<AuditEntry>> {
  const { search, from, to, ...filters } = input;
  const { start, end } = toTimeRange({ from, to });
  return readPage(input, async ({ after, limit }) => {
    const rows = await listEntries(ctx.db, {
      ...filters,
      // Every action contains a dot, and no id does.
      ...(search && { [search.includes(".") ? "action" : "targetId"]: search }),
      fromId: toId(start),
      beforeId: after?.id ?? toId(end),
      limit,
    });
    return rows.map(({ entry, actorName, actorEmail }) => ({
      ...entry,
      actorName: actorName ?? actorEmail,
    }));
  });
}

const toId = (time: number | undefined): string | undefined =>
  time === undefined ? undefined : firstIdAt("aud", time);

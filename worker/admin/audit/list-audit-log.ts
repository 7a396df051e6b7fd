import { listAuditEntries } from "../../audit/list-audit-entries.ts";
import type { Ctx } from "../../context.ts";
import { splitSearch } from "../../db/search-parts.ts";
import { searchUserIds } from "../customers/find-users.ts";
import { listIdsByName, listTargets, type AuditTarget } from "./targets.query.ts";

type Input = Parameters<typeof listAuditEntries>[1];

/** An id, or the start of an action such as `order.refunded`, has one of these and no space. */
const isExact = (search: string) => /^[a-z_]+[._]\w+$/.test(search);

/**
 * Lists the audit log, newest first, each entry with the names of what it is about.
 * @param input.search the id of the changed object, an action, or a part of the name of a product or a customer
 */
export async function listAuditLog(ctx: Ctx, input: Input) {
  const { search, ...filters } = input;
  const page = await listAuditEntries(
    ctx,
    search === undefined || isExact(search) || splitSearch(search).length === 0
      ? input
      : { ...filters, targetIds: await findTargetIds(ctx, search) },
  );
  const targets = await listTargets(ctx.db, [
    ...new Set(page.items.map(({ targetId }) => targetId)),
  ]);
  const byId = new Map(targets.map((target) => [target.id, target]));
  return {
    ...page,
    items: page.items.map((entry) => ({
      ...entry,
      target: byId.get(entry.targetId) ?? unnamed(entry.targetId),
    })),
  };
}

const unnamed = (id: string): AuditTarget => ({ id, name: null, userId: null, userName: null });

async function findTargetIds(ctx: Ctx, search: string): Promise<string[]> {
  const { ids } = await searchUserIds(ctx, { search });
  // A setting's name is its id.
  return [search, ...(await listIdsByName(ctx.db, search, ids))];
}

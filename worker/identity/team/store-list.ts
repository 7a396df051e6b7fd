import { and, count, eq, sql, type SQL } from "drizzle-orm";
import type { Role } from "../../shared/roles.ts";
import type { Database } from "../../db/client.ts";
import type { Cursor } from "../../db/page-cursor.ts";
import { sortBy, type ListOrder } from "../../db/sort-by.ts";
import { users } from "../../db/schema/account.ts";
import { invitations } from "../../db/schema/team.ts";
import { isOpenInvitation } from "./store.ts";
import { pick } from "../../lib/pick.ts";

/** How the list of team members is sorted: by the age of the account, or by the name as it is shown. */
export type MemberSort = "oldest" | "newest" | "name";

const sortName = sql<string>`coalesce(${users.name}, ${users.email}, '') COLLATE NOCASE`;

const sorts: Record<MemberSort, Omit<ListOrder, "id">> = {
  oldest: { value: sql`${users.createdAt}`, isDescending: false },
  newest: { value: sql`${users.createdAt}`, isDescending: true },
  name: { value: sortName, isDescending: false },
};

/** Returns what the list is sorted by, for a cursor. */
export function memberSortValue(
  sort: MemberSort,
  row: { createdAt: number; sortName: string },
): string | number {
  return sort === "name" ? row.sortName : row.createdAt;
}

/**
 * Lists team members in an order. They are few: reading all of them with the partial index and sorting them is cheaper
 * than walking over all users, and lets a search find any part of a name or an email.
 */
export function listMemberRows(
  db: Database,
  input: {
    search: string | undefined;
    role: Exclude<Role, "buyer"> | undefined;
    sort: MemberSort;
    after: Cursor | undefined;
    limit: number;
  },
) {
  const { search, role, sort, after, limit } = input;
  const { value, isDescending } = sorts[sort];
  // With `+`, SQLite doesn't use an index of all users for the order.
  const { isAfter, orderBy } = sortBy(
    { value: sql`+${value}`, id: sql`+${users.id}`, isDescending },
    after,
  );
  return db
    .select({
      ...pick(users, ["id", "name", "email", "role", "status", "createdAt"]),
      sortName,
    })
    .from(users)
    .where(
      and(
        sql`role <> 'buyer'`,
        role && eq(users.role, role),
        search === undefined
          ? undefined
          : sql`(${contains(users.name, search)} OR ${contains(users.email, search)})`,
        isAfter,
      ),
    )
    .orderBy(...orderBy)
    .limit(limit);
}

/** Counts the active owners. */
export async function countOwners(db: Database): Promise<number> {
  const row = await db
    .select({ owners: count() })
    .from(users)
    .where(and(eq(users.role, "owner"), sql`role <> 'buyer'`, eq(users.status, "active")))
    .get();
  return row?.owners ?? 0;
}

/** Lists open invitations, oldest first, including expired ones. They are few, like the team. */
export function listInvitationRows(
  db: Database,
  input: { search: string | undefined; after: Cursor | undefined; limit: number },
) {
  const { search, after, limit } = input;
  const { isAfter, orderBy } = sortBy(
    { value: sql`${invitations.createdAt}`, id: sql`${invitations.id}`, isDescending: false },
    after,
  );
  return db
    .select()
    .from(invitations)
    .where(
      and(
        isOpenInvitation,
        search === undefined ? undefined : contains(invitations.email, search),
        isAfter,
      ),
    )
    .orderBy(...orderBy)
    .limit(limit);
}

/** Whether a column contains the text. Case-insensitive. */
function contains(
  column: typeof users.name | typeof users.email | typeof invitations.email,
  text: string,
): SQL {
  return sql`instr(lower(${column}), ${text.toLowerCase()}) > 0`;
}

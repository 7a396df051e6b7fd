import type { Role } from "../../lib/roles.ts";
import type { UserCtx } from "../../context.ts";
import {
  decodeCursor,
  PAGE_SIZE,
  toPage,
  type Page,
  type PageInput,
} from "../../db/page-cursor.ts";
import type { InvitationRow } from "../../identity/team/store.ts";
import {
  countOwners,
  listInvitationRows,
  listMemberRows,
  memberSortValue,
  type MemberSort,
} from "../../identity/team/store-list.ts";

/**
 * A team member. `current`: the user who makes the request. `isOnlyOwner`: has to stay, since nobody else could run the
 * team.
 */
export type TeamMember = {
  id: string;
  name: string | null;
  email: string | null;
  role: Role;
  current: boolean;
  isOnlyOwner: boolean;
  createdAt: number;
};

/** An invitation that was not accepted yet. After `expiresAt` (unix milliseconds) it is invalid until it is resent. */
export type Invitation = Pick<
  InvitationRow,
  "id" | "email" | "role" | "createdAt" | "expiresAt"
> & {
  isExpired: boolean;
};

/** Filters of the list of team members. */
export type MemberSearch = {
  /** A part of the name or the email. */
  search?: string | undefined;
  role?: Exclude<Role, "buyer"> | undefined;
  sort?: MemberSort | undefined;
};

/** Lists the team members, those with the oldest account first by default. */
export async function listTeam(
  ctx: UserCtx,
  input: MemberSearch & PageInput,
): Promise<Page<TeamMember>> {
  const { search, role, sort = "oldest", cursor, limit = PAGE_SIZE } = input;
  const [rows, ownerCount] = await Promise.all([
    listMemberRows(ctx.db, {
      search,
      role,
      sort,
      after: cursor === undefined ? undefined : decodeCursor(cursor),
      limit: limit + 1,
    }),
    countOwners(ctx.db),
  ]);
  const { items, nextCursor } = toPage(rows, limit, (row) => ({
    value: memberSortValue(sort, row),
    id: row.id,
  }));
  return {
    items: items.map(({ sortName: _, status, ...member }) => ({
      ...member,
      current: member.id === ctx.actor.userId,
      isOnlyOwner: member.role === "owner" && status === "active" && ownerCount === 1,
    })),
    nextCursor,
  };
}

/**
 * Lists the open invitations, oldest first, including expired ones.
 * @param input.search a part of the email
 */
export async function listInvitations(
  ctx: UserCtx,
  input: { search?: string | undefined } & PageInput,
): Promise<Page<Invitation>> {
  const { search, cursor, limit = PAGE_SIZE } = input;
  const rows = await listInvitationRows(ctx.db, {
    search,
    after: cursor === undefined ? undefined : decodeCursor(cursor),
    limit: limit + 1,
  });
  const { items, nextCursor } = toPage(rows, limit, ({ id, createdAt }) => ({
    value: createdAt,
    id,
  }));
  return {
    items: items.map(({ id, email, role, createdAt, expiresAt }) => ({
      id,
      email,
      role,
      createdAt,
      expiresAt,
      isExpired: expiresAt <= ctx.now,
    })),
    nextCursor,
  };
}

import type { Role } from "../../shared/roles.ts";
import type { UserCtx } from "../../context.ts";
import { readPage, type PageInput } from "../../db/page-cursor.ts";
import { pick } from "../../lib/pick.ts";
import {
  countOwners,
  listInvitationRows,
  listMemberRows,
  memberSortValue,
  type MemberSort,
} from "../../identity/team/store-list.ts";

export type TeamMember = Awaited<ReturnType<typeof listTeam>>["items"][number];
export type Invitation = Awaited<ReturnType<typeof listInvitations>>["items"][number];

/** Filters of the list of team members. */
export type MemberSearch = {
  /** A part of the name or the email. */
  search?: string | undefined;
  role?: Exclude<Role, "buyer"> | undefined;
  sort?: MemberSort | undefined;
};

/** Lists the team members, those with the oldest account first by default. */
export async function listTeam(ctx: UserCtx, input: MemberSearch & PageInput) {
  const { search, role, sort = "oldest" } = input;
  const [{ items, nextCursor }, ownerCount] = await Promise.all([
    readPage(
      input,
      (window) => listMemberRows(ctx.db, { search, role, sort, ...window }),
      (row) => ({ value: memberSortValue(sort, row), id: row.id }),
    ),
    countOwners(ctx.db),
  ]);
  return {
    items: items.map(({ sortName: _, status, ...member }) => ({
      ...member,
      /** Whether it is the user who makes the request. */
      current: member.id === ctx.actor.userId,
      /** Cannot be removed, since the team needs an owner. */
      isOnlyOwner: member.role === "owner" && status === "active" && ownerCount === 1,
    })),
    nextCursor,
  };
}

/**
 * Lists the open invitations, oldest first, including expired ones: those are invalid until they are resent.
 * @param input.search a part of the email
 */
export async function listInvitations(
  ctx: UserCtx,
  input: { search?: string | undefined } & PageInput,
) {
  const { search } = input;
  const { items, nextCursor } = await readPage(input, (window) =>
    listInvitationRows(ctx.db, { search, ...window }),
  );
  return {
    items: items.map((row) => ({
      ...pick(row, ["id", "email", "role", "createdAt", "expiresAt"]),
      isExpired: row.expiresAt <= ctx.now,
    })),
    nextCursor,
  };
}

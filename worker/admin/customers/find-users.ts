import { findNameAndEmail } from "../../identity/store-profile.ts";
import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { splitSearch } from "../../db/search-parts.ts";
import { isId } from "../../lib/id-schema.ts";
import { listNewestUserIdsByPart, listUserIdsByPart } from "./users.query.ts";

/** The maximum number of users that one search considers. */
const MAX_USERS = 100;

/** Newest first. `isTruncated`: more users match, and a longer search text is needed to see them. */
export type FoundUserIds = { ids: string[]; isTruncated: boolean };

/**
 * Finds users whose name or email contains every word of the search text, without regard to case and accents, and the one
 * whose external id it is. If more match than a search considers, the newest are among those that it does. A user's id
 * finds that user alone.
 */
export async function searchUserIds(ctx: Ctx, input: { search: string }): Promise<FoundUserIds> {
  if (splitSearch(input.search).length === 0) return { ids: [], isTruncated: false };
  const id = input.search.trim().toLowerCase();
  if (isId("usr", id)) return { ids: [id], isTruncated: false };
  const found = await listUserIdsByPart(ctx.db, input.search, MAX_USERS + 1);
  const isTruncated = found.length > MAX_USERS;
  const newest = isTruncated
    ? await listNewestUserIdsByPart(ctx.db, input.search, MAX_USERS / 2)
    : [];
  const ids = [...new Set([...newest, ...found].map(({ id }) => id))].slice(0, MAX_USERS);
  // Ids start with their creation time.
  return { ids: ids.toSorted().toReversed(), isTruncated };
}

/**
 * Resolves the search text of a list of purchases to users, and to the purchase with that id.
 * @returns `isTruncated`: more users match the search than were considered
 */
export async function matchPurchases(
  ctx: Ctx,
  search: string | undefined,
): Promise<{
  match: { userIds: string[]; exactId: string } | undefined;
  isTruncated: boolean;
}> {
  if (search === undefined) return { match: undefined, isTruncated: false };
  const { ids, isTruncated } = await searchUserIds(ctx, { search });
  return { match: { userIds: ids, exactId: search }, isTruncated };
}

/** A user as the team's lists and pages name them. */
export type UserSummary = { id: string; name: string | null; email: string | null };

/**
 * Returns the name and email of a user.
 * @throws `not_found`
 */
export async function requireUserSummary(
  ctx: Ctx,
  input: { userId: string },
): Promise<UserSummary> {
  const user = await findNameAndEmail(ctx.db, input.userId);
  if (!user) throw fail("not_found", { reason: "no such user" });
  return user;
}
